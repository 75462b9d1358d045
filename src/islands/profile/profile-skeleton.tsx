import { SkeletonBlock } from '#islands/ui/feedback/skeleton.tsx'
import * as text from '#messages/account/profile.ts'
import { HAS_MESSAGES } from '#stores/kit/backend-features.ts'
import {
  FIELD_GROUP_CLASS,
  PERSONAL_FIELDS_CLASS,
  PropertyFrame,
  RemindersBox,
  SAVE_BAR_CLASS,
  SETTINGS_CLASS
} from './profile-layout.tsx'

const PERSONAL = ['w-20', 'w-12', 'w-28', 'w-24']

export function ProfileSkeleton() {
  return (
    <>
      <PropertySkeleton />
      <section aria-busy="true" className={SETTINGS_CLASS}>
        <div className="flex items-baseline justify-between gap-3">
          <h2>{text.settings}</h2>
          <p className="caption" role="status">
            {text.loading}
          </p>
        </div>
        <div aria-hidden="true" className={FIELD_GROUP_CLASS}>
          <SkeletonBlock className="mb-4 h-[23px] w-44" />
          <div className={PERSONAL_FIELDS_CLASS}>
            {PERSONAL.map(width => (
              <FieldSkeleton key={width} width={width} />
            ))}
          </div>
        </div>
        <div aria-hidden="true" className={FIELD_GROUP_CLASS}>
          <SkeletonBlock className="mb-4 h-[23px] w-36" />
          <FieldSkeleton width="w-16" />
        </div>
        {HAS_MESSAGES && (
          <div aria-hidden="true" className="invisible">
            <RemindersBox checked={false} />
          </div>
        )}
        <div className={SAVE_BAR_CLASS}>
          <SkeletonBlock className="h-12 rounded-control" />
        </div>
      </section>
    </>
  )
}

export function PropertySkeleton() {
  return (
    <PropertyFrame picture={null}>
      <SkeletonBlock className="my-0.5 h-[19px] w-44 max-w-full" />
      <SkeletonBlock className="my-0.5 h-4 w-36 max-w-full" />
    </PropertyFrame>
  )
}

export function FieldSkeleton({ width }: { width: string }) {
  return (
    <div className="grid gap-1.5">
      <SkeletonBlock className={`h-[21.75px] ${width}`} />
      <SkeletonBlock className="h-12 rounded-control" />
    </div>
  )
}
