import type { RideThen, WhoRode } from '#contract/catalogue/who-rode.ts'
import { screenPath } from '#domain/admin/screens.ts'
import { OPERATOR } from '#domain/operator.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { ErrorState, Loading, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { Island, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/admin/who-rode.ts'
import * as labels from '#messages/labels.ts'
import { $askedAt, $whoRode, factsOf, loadWhoRode } from '#stores/admin/catalogue/who-rode.ts'
import { printPage } from '#stores/app/print.ts'
import { isLoaded } from '#stores/kit/requests.ts'

function RideFacts({ ride }: { ride: RideThen }) {
  return (
    <dl className="card numeric grid gap-x-6 gap-y-3 p-5 wrap-anywhere break-inside-avoid md:grid-cols-2">
      {factsOf(ride).map(([term, fact]) => (
        <div key={`${term} ${fact}`}>
          <dt className="caption">{term}</dt>
          <dd className="font-semibold">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

function Answer({ answer: { around, registration_number, rides, scooter_name } }: { answer: WhoRode }) {
  const at = useStore($askedAt)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 wrap-anywhere">
          <h1>{text.question(registration_number ?? scooter_name)}</h1>
          <p className="numeric">{labels.joinFacts(scooter_name, text.momentText(at))}</p>
          <p className="caption">{labels.joinFacts(OPERATOR.legalName, OPERATOR.address)}</p>
        </div>
        <Button isSmall kind="secondary" onClick={printPage}>
          {text.print}
        </Button>
      </div>
      {rides.length === 0 && <p className="font-semibold">{text.nobody}</p>}
      {around.length > 0 && <h2>{text.around}</h2>}
      {[...rides, ...around].map(ride => (
        <RideFacts key={ride.id} ride={ride} />
      ))}
      <p className="caption">{text.logged}</p>
    </>
  )
}

/** One page to print: who had a scooter at a time. */
export function WhoRodePage() {
  return (
    <Island>
      <WhoRodeContent />
    </Island>
  )
}

function WhoRodeContent() {
  const answer = useStore($whoRode)
  return (
    <div className="wrapper grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
      <a className="link justify-self-start no-underline print:hidden" href={screenPath('scooters')}>
        <Icon name="back" />
        {text.back}
      </a>
      {answer === 'loading' && (
        <Loading label={text.loading}>
          <SkeletonBlock className="h-64 rounded-slot" />
        </Loading>
      )}
      {answer === 'failed' && <ErrorState onRetry={() => void loadWhoRode()} title={text.loadFailed} />}
      {answer === 'invalid_time' && <ErrorState text={text.invalidTime} title={text.loadFailed} />}
      {isLoaded(answer) && answer !== 'invalid_time' && <Answer answer={answer} />}
    </div>
  )
}
