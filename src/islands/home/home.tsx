import { CHANGE_PROPERTY_PATH } from '#domain/routes.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { PropertyPicture } from '#islands/ui/art/property-picture.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { BookingBlockNote } from '#islands/ui/feedback/booking-block-note.tsx'
import { EmptyState } from '#islands/ui/feedback/empty-state.tsx'
import { PauseNote } from '#islands/ui/feedback/pause-note.tsx'
import { ErrorState, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { InitialDataProvider, useStore } from '#islands/ui/hooks/use-store.tsx'
import { useNow } from '#islands/ui/hooks/use-time.ts'
import * as commonText from '#messages/common.ts'
import * as homeText from '#messages/home.ts'
import {
  $property,
  $scooters,
  commonBlock,
  type HomeProperty,
  homeSsrEntries,
  type InitialHomeData,
  loadHome,
  requestLongTerm,
  scooterList
} from '#stores/home/home.ts'
import { CARD, CARD_BODY, GRID, ScooterGrid } from './scooters.tsx'

export function Home({ initialData }: { initialData?: InitialHomeData }) {
  return (
    <InitialDataProvider toSsrEntries={homeSsrEntries} initialData={initialData}>
      <div className="wrapper grid grid-cols-[minmax(0,1fr)] gap-7">
        <HomeContent />
      </div>
    </InitialDataProvider>
  )
}

function HomeContent() {
  const now = useNow(MINUTE_MS)
  return now ? <LoadedHome now={now} /> : <HomeSkeleton />
}

function LoadedHome({ now }: { now: Date }) {
  const property = useStore($property)
  const scooters = useStore($scooters)
  const listed = scooterList(scooters)
  if (scooters === 'loading') return <HomeSkeleton property={property} />
  return (
    <>
      {property ? <Banner property={property} /> : <h1 className="sr-only">{homeText.title}</h1>}
      {scooters === 'failed' && <ErrorState onRetry={() => void loadHome()} title={homeText.loadFailed} />}
      {scooters === 'no_property' && <NoScooters sentence={homeText.noPropertyText} />}
      {listed && <BookingBlockNote block={commonBlock(listed)} supportPhone={listed[0]?.support_phone} />}
      {listed?.[0] && <PauseNote scooter={listed[0]} />}
      {listed && <ScooterGrid now={now} scooters={listed} />}
      {listed?.length === 0 && (
        <NoScooters sentence={property?.isClosed ? commonText.propertyClosed : homeText.noScootersText} />
      )}
      {scooters !== 'failed' && <LongTerm />}
    </>
  )
}

function NoScooters({ sentence }: { sentence: string }) {
  const change = <LinkButton href={CHANGE_PROPERTY_PATH}>{homeText.changeProperty}</LinkButton>
  return <EmptyState action={change} text={sentence} title={homeText.noScooters} />
}

function LongTerm() {
  return (
    <section className="card flex flex-wrap items-center gap-x-6 gap-y-3 p-4 md:p-5">
      <div className="min-w-[220px] flex-1">
        <h2 className="h3">{homeText.longTermTitle}</h2>
        <p className="muted">{homeText.longTermText}</p>
      </div>
      <Button kind="secondary" onClick={requestLongTerm}>
        {homeText.longTermButton}
      </Button>
    </section>
  )
}

// White text needs a dark gradient behind it on any photo. On phones, the gradient is as high as the text. On wide
// screens, it darkens the side with the text.
const SCRIM =
  '[background-image:linear-gradient(to_top,rgb(0_0_0/.88),rgb(0_0_0/.68)_calc(100%-3.5rem),rgb(0_0_0/0))] md:bg-none'
const SCRIM_WIDE =
  'absolute inset-0 hidden [background-image:linear-gradient(to_right,rgb(0_0_0/.8),rgb(0_0_0/.66)_44%,rgb(0_0_0/0)_80%)] md:block'

function Banner({ property }: { property: HomeProperty }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <section className="relative isolate flex min-h-44 items-end overflow-hidden rounded-t-card bg-panel text-white md:min-h-36">
        <PropertyPicture image_url={property.image_url} />
        <div aria-hidden="true" className={SCRIM_WIDE} />
        <div className={`relative w-full min-w-0 p-4 pt-14 md:max-w-[44%] md:py-6 md:pr-0 md:pl-7 ${SCRIM}`}>
          <h1 className="[overflow-wrap:anywhere] lg:text-[2.5rem]">{property.name}</h1>
          {property.location && (
            <p className="mt-0.5 flex items-center gap-1.5">
              <Icon name="pin-map" />
              {property.location}
            </p>
          )}
        </div>
      </section>
      <section className="card flex flex-wrap items-center gap-3 rounded-t-none border-t-0 py-2.5 pr-2.5 pl-4">
        <div className="flex-1 basis-28">
          <p className="caption">{homeText.currentProperty}</p>
          <p className="h3 wrap-anywhere">{property.name}</p>
        </div>
        <LinkButton href={CHANGE_PROPERTY_PATH} kind="secondary" isSmall>
          {homeText.changeProperty}
        </LinkButton>
      </section>
    </div>
  )
}

const CARDS = ['first', 'second', 'third']

function HomeSkeleton({ property = null }: { property?: HomeProperty | null }) {
  return (
    <>
      {!property && <h1 className="sr-only">{homeText.title}</h1>}
      {property ? <Banner property={property} /> : <BannerSkeleton />}
      <section aria-busy="true" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="muted flex min-h-[52px] items-end md:min-h-[26px]" role="status">
          {homeText.loading}
        </p>
        <ul aria-hidden="true" className={GRID}>
          {CARDS.map(card => (
            <li className={CARD} key={card}>
              <div className="scooter-picture md:h-36" />
              <div className={CARD_BODY}>
                <SkeletonBlock className="my-0.5 h-[19px] w-3/5" />
                <SkeletonBlock className="h-[26px] w-24" />
                <SkeletonBlock className="h-5 w-28" />
                <SkeletonBlock className="h-11 rounded-control" />
              </div>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function BannerSkeleton() {
  return (
    <div aria-hidden="true" className="grid grid-cols-[minmax(0,1fr)]">
      <SkeletonBlock className="h-44 rounded-t-card rounded-b-none md:h-36" />
      <div className="card flex items-center gap-3 rounded-t-none border-t-0 py-2.5 pr-2.5 pl-4">
        <div className="grid flex-1 gap-2">
          <SkeletonBlock className="h-3.5 w-1/2 max-w-40" />
          <SkeletonBlock className="h-[18px] w-2/3 max-w-56" />
        </div>
        <SkeletonBlock className="h-11 w-37 rounded-control" />
      </div>
    </div>
  )
}
