import { Suspense } from 'react'
import type { Scooter } from '#contract/catalogue/catalogue.ts'
import { HAS_HOLDS } from '#domain/backend.ts'
import { rupeesText } from '#domain/money.ts'
import { CHANGE_PROPERTY_PATH } from '#domain/routes.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { BookingBlockNote, PauseNote } from '#islands/ui/feedback/booking-notes.tsx'
import { EmptyState } from '#islands/ui/feedback/empty-state.tsx'
import { LoadBoundary, lazyComponent } from '#islands/ui/feedback/load-boundary.tsx'
import { ErrorState, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { InitialDataProvider, useNow, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import * as homeText from '#messages/home.ts'
import {
  $freeCount,
  $isWhenOpen,
  $prices,
  $property,
  $scooters,
  commonBlock,
  countAvailable,
  type HomeProperty,
  homeSsrEntries,
  type InitialHomeData,
  loadHome,
  requestLongTerm,
  scooterList,
  sortAvailableFirst,
  toggleWhen
} from '#stores/home/home.ts'
import { Banner, BannerSkeleton } from './banner.tsx'
import { CARD, CARD_BODY, CARD_PICTURE, GRID, ScooterCard } from './scooter-card.tsx'

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
              <div className={`scooter-picture ${CARD_PICTURE}`} />
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

const When = lazyComponent(() => import('./when.tsx'), 'When')

/** Shows the scooters for another time than now. */
function WhenLine() {
  const isOpen = useStore($isWhenOpen)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h3>{homeText.when}</h3>
      <Button
        aria-expanded={isOpen}
        aria-label={`${homeText.when} ${isOpen ? commonText.close : homeText.anyTime}`}
        kind="secondary"
        onClick={toggleWhen}
        isSmall
      >
        {isOpen ? commonText.close : homeText.anyTime}
        <Icon name={isOpen ? 'cross' : 'chevron-down'} />
      </Button>
    </div>
  )
}

function ScooterGrid({ now, scooters }: { now: Date; scooters: readonly Scooter[] }) {
  const isWhenOpen = useStore($isWhenOpen)
  const freeCount = useStore($freeCount)
  const count = isWhenOpen ? freeCount : countAvailable(scooters)
  const cards = (
    <ul className={GRID}>
      {sortAvailableFirst(scooters).map(scooter => (
        <ScooterCard key={scooter.id} now={now} scooter={scooter} />
      ))}
    </ul>
  )
  return (
    <section className="flex flex-col gap-3">
      <div className="grid gap-0.5 md:flex md:items-baseline md:justify-between md:gap-4">
        <h2 className="numeric">{homeText.availableScooters(count)}</h2>
        <StartingRate />
      </div>
      {scooters.length > 0 && (
        <>
          {HAS_HOLDS && <WhenLine />}
          {isWhenOpen ? (
            <LoadBoundary>
              <Suspense
                fallback={
                  <>
                    <SkeletonBlock className="h-28 rounded-card" />
                    {cards}
                  </>
                }
              >
                <When />
              </Suspense>
            </LoadBoundary>
          ) : (
            cards
          )}
        </>
      )}
    </section>
  )
}

function StartingRate() {
  const lowest = useStore($prices)?.lowest
  if (!lowest) return <SkeletonBlock className="h-6 w-44" />
  return (
    <p className="muted numeric">
      {homeText.startingFrom}{' '}
      <span className="font-bold text-ink">{commonText.perHour(rupeesText(lowest.perHour))}</span>{' '}
      {lowest.plan && homeText.withPlan(lowest.plan)}
    </p>
  )
}
