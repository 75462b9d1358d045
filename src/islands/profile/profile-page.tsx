import { PATHS } from '#domain/routes.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { InitialDataProvider, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/account/profile.ts'
import * as labels from '#messages/labels.ts'
import { $savedProfile, type InitialProfileData, loadProfile, profileSsrEntries } from '#stores/profile/profile-form.ts'
import { CurrentProperty } from './current-property.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

export function ProfilePage({ initialData }: { initialData?: InitialProfileData }) {
  return (
    <InitialDataProvider toSsrEntries={profileSsrEntries} initialData={initialData}>
      <ProfileContent />
    </InitialDataProvider>
  )
}

function ProfileContent() {
  const saved = useStore($savedProfile)
  return (
    <div className="wrapper grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-7">
      <header>
        <a className="link -mt-2 -ml-0.5 no-underline" href={PATHS.home}>
          <Icon name="back" />
          {labels.backToScooters}
        </a>
        <h1>{text.title}</h1>
        <p className="muted">{text.subtitle}</p>
      </header>
      {saved === 'loading' && <ProfileSkeleton />}
      {saved === 'failed' && <ErrorState onRetry={() => void loadProfile()} title={text.loadFailed} />}
      {typeof saved === 'object' && (
        <>
          <CurrentProperty property_id={saved.property_id} />
          <ProfileForm savedPropertyId={saved.property_id} />
        </>
      )}
    </div>
  )
}
