import { Suspense } from 'react'
import type { ClosedProperty } from '#contract/catalogue/catalogue.ts'
import { LICENCE_CARD_ID, PATHS } from '#domain/routes.ts'
import { Icon, type IconName } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { LoadBoundary, lazyComponent } from '#islands/ui/feedback/load-boundary.tsx'
import { ErrorState, Note } from '#islands/ui/feedback/states.tsx'
import { focusFromHash } from '#islands/ui/hooks/use-focus.ts'
import { InitialDataProvider, useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as profileText from '#messages/account/profile.ts'
import * as commonText from '#messages/common.ts'
import { $properties } from '#stores/kit/property-list.ts'
import { isLoaded } from '#stores/kit/requests.ts'
import {
  $deletedProperty,
  $isReplacingLicence,
  $licence,
  $savedProfile,
  type InitialProfileData,
  licenceCard,
  loadProfile,
  profileSsrEntries,
  startReplacing
} from '#stores/profile/profile-form.ts'
import { LicenceFrame, ProfileForm, ProfileSkeleton, PropertyFrame, PropertySkeleton } from './profile-form.tsx'

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
          {commonText.backToScooters}
        </a>
        <h1>{profileText.title}</h1>
        <p className="muted">{profileText.subtitle}</p>
      </header>
      {saved === 'loading' && <ProfileSkeleton />}
      {saved === 'failed' && <ErrorState onRetry={() => void loadProfile()} title={profileText.loadFailed} />}
      {isLoaded(saved) && (
        <>
          <CurrentProperty property_id={saved.property_id} />
          <LicenceCard />
          <ProfileForm savedPropertyId={saved.property_id} />
        </>
      )}
    </div>
  )
}

function CurrentProperty({ property_id }: { property_id: string }) {
  const properties = useStore($properties)
  const deletedProperty = useStore($deletedProperty)
  if (property_id === '') {
    return (
      <PropertyFrame picture={<Icon name="building" />}>
        <h2 className="h3">{profileText.noProperty}</h2>
      </PropertyFrame>
    )
  }
  if (deletedProperty) return <PropertyDetails property={deletedProperty} />
  if (properties === 'loading') return <PropertySkeleton />
  if (properties === 'failed') return <UnnamedProperty reason={profileText.nameNotLoaded} />
  const property = properties.find(({ id }) => id === property_id)
  return property ? (
    <PropertyDetails property={property} />
  ) : (
    <UnnamedProperty reason={profileText.propertyUnavailable} />
  )
}

function PropertyDetails({ property: { image_url, location, name } }: { property: ClosedProperty }) {
  return (
    <PropertyFrame
      picture={
        image_url ? (
          <img alt="" className="absolute inset-0 size-full object-cover" decoding="async" src={image_url} />
        ) : (
          <Icon name="building" />
        )
      }
    >
      <h2 className="h3 [overflow-wrap:anywhere]">{name}</h2>
      {location && <p className="caption [overflow-wrap:anywhere]">{location}</p>}
    </PropertyFrame>
  )
}

function UnnamedProperty({ reason }: { reason: string }) {
  return (
    <PropertyFrame picture={<Icon name="building" />}>
      <h2 className="h3">{profileText.yourProperty}</h2>
      <p className="caption">{reason}</p>
    </PropertyFrame>
  )
}

const LicenceUpload = lazyComponent(() => import('./licence-upload.tsx'), 'LicenceUpload')

function LicenceCard() {
  const isReplacing = useStore($isReplacingLicence)
  const card = licenceCard(useStore($licence), isReplacing, useRenderTime())
  if (card === null) return null
  const { approved, ended, mayReplace, rejected, waiting } = card
  return (
    <LicenceFrame id={LICENCE_CARD_ID} ref={focusFromHash}>
      <div className="grid gap-3" role="status">
        {approved && <Fact icon="check-circle">{approved}</Fact>}
        {ended && <Note kind="warning">{ended}</Note>}
        {rejected && (
          <Note kind="error">
            <p className="font-semibold">{profileText.licenceNotAccepted}</p>
            <p>{rejected}</p>
          </Note>
        )}
        {waiting && <Fact icon="hourglass">{waiting}</Fact>}
      </div>
      {mayReplace && !isReplacing && <ReplaceButton isBusy={false} />}
      {mayReplace && isReplacing && (
        <LoadBoundary>
          <Suspense fallback={<ReplaceButton isBusy />}>
            <LicenceUpload />
          </Suspense>
        </LoadBoundary>
      )}
    </LicenceFrame>
  )
}

function Fact({ children, icon }: { children: string; icon: IconName }) {
  return (
    <p className="numeric flex items-start gap-2.5">
      <Icon name={icon} />
      {children}
    </p>
  )
}

function ReplaceButton({ isBusy }: { isBusy: boolean }) {
  return (
    <div className="grid md:justify-start">
      <Button isBusy={isBusy} kind="secondary" onClick={startReplacing}>
        {profileText.uploadAgain}
      </Button>
    </div>
  )
}
