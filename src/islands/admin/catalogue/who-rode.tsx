import type { RideThen, WhoRode } from '#contract/catalogue/who-rode.ts'
import { screenPath } from '#domain/admin/screens.ts'
import { OPERATOR } from '#domain/operator.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { ErrorState, Loading } from '#islands/ui/feedback/states.tsx'
import { Island, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as whoRodeText from '#messages/admin/who-rode.ts'
import * as commonText from '#messages/common.ts'
import { $askedAt, $whoRode, factsOf, loadWhoRode } from '#stores/admin/catalogue/who-rode.ts'
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
          <h1>{whoRodeText.question(registration_number ?? scooter_name)}</h1>
          <p className="numeric">{commonText.joinFacts(scooter_name, whoRodeText.momentText(at))}</p>
          <p className="caption">{commonText.joinFacts(OPERATOR.legalName, OPERATOR.address)}</p>
        </div>
        <Button isSmall kind="secondary" onClick={() => print()}>
          {commonText.print}
        </Button>
      </div>
      {rides.length === 0 && <p className="font-semibold">{whoRodeText.nobodyHadIt}</p>}
      {around.length > 0 && <h2>{whoRodeText.ridesAround}</h2>}
      {[...rides, ...around].map(ride => (
        <RideFacts key={ride.id} ride={ride} />
      ))}
      <p className="caption">{whoRodeText.questionIsLogged}</p>
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
        {whoRodeText.backToScooters}
      </a>
      {answer === 'loading' && <Loading label={whoRodeText.loading} skeleton="h-64 rounded-slot" />}
      {answer === 'failed' && <ErrorState onRetry={() => void loadWhoRode()} title={whoRodeText.loadFailed} />}
      {answer === 'invalid_time' && <ErrorState text={whoRodeText.invalidTime} title={whoRodeText.loadFailed} />}
      {isLoaded(answer) && answer !== 'invalid_time' && <Answer answer={answer} />}
    </div>
  )
}
