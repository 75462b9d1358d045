import { type ReactNode, type Ref, useId } from 'react'
import { HAS_LICENCE_REVIEW, HAS_REMINDERS } from '#domain/backend.ts'
import { SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import * as profileText from '#messages/account/profile.ts'

// Layout boxes shared by the loaded page and its skeleton.

export const SETTINGS_CLASS = 'card grid grid-cols-[minmax(0,1fr)] gap-7 p-4 md:p-5'
export const FIELD_GROUP_CLASS = 'min-w-0'
export const PERSONAL_FIELDS_CLASS = 'grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2'

/** The picture on the left, the property's details on the right. */
export function PropertyFrame({ children, picture }: { children: ReactNode; picture: ReactNode }) {
  return (
    <section className="card flex flex-wrap items-center gap-3 p-4 md:p-5">
      <div className="relative grid size-13 flex-none place-items-center overflow-hidden rounded-badge bg-picture text-accent-ink">
        {picture}
      </div>
      <div className="grid min-w-0 flex-[1_1_10rem] grid-cols-[minmax(0,1fr)]">
        <p className="caption">{profileText.currentProperty}</p>
        {children}
      </div>
    </section>
  )
}

export function LicenceFrame({ children, ...section }: { children: ReactNode; id?: string; ref?: Ref<HTMLElement> }) {
  return (
    <section {...section} className="card grid grid-cols-[minmax(0,1fr)] gap-3 p-4 md:p-5" tabIndex={-1}>
      <h2>{profileText.licence}</h2>
      {children}
    </section>
  )
}

/** Also the shape of the skeleton, because the text takes one or more lines. */
export function RemindersBox({ checked, onChange }: { checked: boolean; onChange?: (isChecked: boolean) => void }) {
  const id = useId()
  return (
    <div className="flex gap-3">
      <input
        aria-describedby={`${id}-hint`}
        checked={checked}
        className="mt-0.5 size-5 flex-none accent-accent"
        id={id}
        onChange={event => onChange?.(event.target.checked)}
        type="checkbox"
      />
      <div className="min-w-0">
        <label className="block" htmlFor={id}>
          {profileText.reminders}
        </label>
        <p className="caption" id={`${id}-hint`}>
          {profileText.remindersHint}
        </p>
      </div>
    </div>
  )
}

const PERSONAL = ['w-20', 'w-12', 'w-28', 'w-24']

export function ProfileSkeleton() {
  return (
    <>
      <PropertySkeleton />
      {/* A rider from before licences were reviewed has no such card. */}
      {HAS_LICENCE_REVIEW && (
        <LicenceFrame>
          <SkeletonBlock className="my-0.5 h-5 w-48 max-w-full" />
        </LicenceFrame>
      )}
      <section aria-busy="true" className={SETTINGS_CLASS}>
        <div className="flex items-baseline justify-between gap-3">
          <h2>{profileText.settings}</h2>
          <p className="caption" role="status">
            {profileText.loading}
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
        {HAS_REMINDERS && (
          <div aria-hidden="true" className="invisible">
            <RemindersBox checked={false} />
          </div>
        )}
        <SkeletonBlock className="h-12 rounded-control" />
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
