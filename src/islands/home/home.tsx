import { CHANGE_PROPERTY_PATH } from '#domain/routes.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { InitialDataProvider, useStore } from '#islands/ui/hooks/use-store.tsx'
import { useNow } from '#islands/ui/hooks/use-time.ts'
import * as text from '#messages/home.ts'
import { propertyClosed } from '#messages/labels.ts'
import {
  $property,
  $scooters,
  homeSsrEntries,
  type InitialHomeData,
  loadHome,
  requestLongTerm
} from '#stores/home/home.ts'
import { Banner } from './banner.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import { ScooterGrid } from './scooters.tsx'

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
  if (scooters === 'loading') return <HomeSkeleton property={property} />
  return (
    <>
      {property ? <Banner property={property} /> : <h1 className="sr-only">{text.title}</h1>}
      {scooters === 'failed' && <ErrorState onRetry={() => void loadHome()} title={text.loadFailed} />}
      {scooters === 'no_property' && <NoScooters sentence={text.noPropertyText} />}
      {Array.isArray(scooters) && <ScooterGrid now={now} scooters={scooters} />}
      {Array.isArray(scooters) && scooters.length === 0 && (
        <NoScooters sentence={property?.isClosed ? propertyClosed : text.noScootersText} />
      )}
      {scooters !== 'failed' && <LongTerm />}
    </>
  )
}

function NoScooters({ sentence }: { sentence: string }) {
  const change = <LinkButton href={CHANGE_PROPERTY_PATH}>{text.changeProperty}</LinkButton>
  return <EmptyState action={change} text={sentence} title={text.noScooters} />
}

function LongTerm() {
  return (
    <section className="card flex flex-wrap items-center gap-x-6 gap-y-3 p-4 md:p-5">
      <div className="min-w-[220px] flex-1">
        <h2 className="h3">{text.longTermTitle}</h2>
        <p className="muted">{text.longTermText}</p>
      </div>
      <Button kind="secondary" onClick={requestLongTerm}>
        {text.longTermButton}
      </Button>
    </section>
  )
}
