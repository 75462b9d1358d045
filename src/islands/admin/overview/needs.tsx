import type { ReactNode } from 'react'
import type { Need } from '#contract/overview/needs.ts'
import { NEED_SCREENS } from '#domain/admin/screens.ts'
import { PAGE_SIZE } from '#domain/constants.ts'
import { rupeesText } from '#domain/money.ts'
import type { ReportKind } from '#domain/problems/problems.ts'
import { dayOf, parseInstant } from '#domain/time/india-time.ts'
import { atTimeText, timeOrDateText, timeOrDayAndTimeText } from '#domain/time/time-texts.ts'
import { ListLink, type ListLinkProps, LoadedAt } from '#islands/admin/shell.tsx'
import {
  ChangedButton,
  OldAndNewPin,
  PaidBackButton,
  ProblemButtons,
  ReturnedButton
} from '#islands/admin/staff/staff-actions.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { ErrorState, Loading, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as needsText from '#messages/admin/needs.ts'
import * as papersText from '#messages/papers.ts'
import { $needs, $needsLoadedAt, needs } from '#stores/admin/overview/needs.ts'
import { isLoaded } from '#stores/kit/requests.ts'

interface RowText {
  sentence: string
  /** Below the sentence. */
  detail?: ReactNode
  place?: string | null | undefined
  action: ReactNode
}

interface Row extends RowText {
  /** The same after a refresh, so that focus and place stay. */
  id: string
}

const link = (
  kind: Need['kind'],
  label: string = dashboardText.views[NEED_SCREENS[kind]],
  query: ListLinkProps['query'] = {}
) => (
  <ListLink className="btn btn-secondary btn-small" query={query} screen={NEED_SCREENS[kind]}>
    {label}
  </ListLink>
)

const phoneLink = (phone: string | null | undefined) =>
  phone && (
    <a className="link numeric inline-flex min-h-11 items-center" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
      {phone}
    </a>
  )

type TextOf = { [Kind in Need['kind']]: (need: Extract<Need, { kind: Kind }>, now: Date) => Row }

const ROWS: TextOf = {
  late: ({ ride }, now) => ({
    action: <ReturnedButton ride={ride} />,
    detail: phoneLink(ride.user_phone),
    id: ride.id,
    place: ride.property_name,
    sentence: needsText.late(ride.scooter_name, ride.user_name, timeOrDateText(parseInstant(ride.end_time), now))
  }),
  problem: ({ problem }) => ({
    action: <ProblemButtons problem={problem} />,
    detail: problem.words && <p>{`“${problem.words}”`}</p>,
    id: problem.id,
    place: problem.property_name,
    sentence: needsText.cannotBeRidden(problem.scooter_name, problem.kind as ReportKind)
  }),
  pin: ({ change, next_start }, now) => ({
    action: <ChangedButton change={change} kind="secondary" />,
    detail: (
      <p>
        <OldAndNewPin {...change} />
      </p>
    ),
    id: change.scooter_id,
    place: change.property_name,
    sentence: needsText.changePin(
      change.scooter_name,
      next_start ? timeOrDayAndTimeText(parseInstant(next_start), now) : null
    )
  }),
  licence: ({ rider_id, rider_name, start_time }, now) => ({
    id: rider_id,
    action: link('licence', needsText.review),
    sentence: needsText.licenceWaits(rider_name, atTimeText(parseInstant(start_time), now))
  }),
  waiting: ({ count, property_id, property_name }) => ({
    action: link('waiting', needsText.toReview, { filters: { property_id } }),
    id: property_id,
    place: property_name,
    sentence: needsText.ridersWait(listsText.countText(count, count === PAGE_SIZE))
  }),
  dispute: ({ amount, id, respond_by }, now) => ({
    id,
    action: link('dispute'),
    sentence: needsText.dispute(
      rupeesText(amount),
      respond_by ? timeOrDayAndTimeText(parseInstant(respond_by), now) : null
    )
  }),
  desk_back: due => ({
    action: <PaidBackButton due={due} />,
    id: due.id,
    place: due.property_name,
    sentence: deskText.payBack(due.amount, due.rider_name, due.pay)
  }),
  refund: ({ amount, id }) => ({
    id,
    action: link('refund'),
    sentence: needsText.refund(rupeesText(amount))
  }),
  owed: ({ amount, id, rider_name }) => ({
    id,
    action: link('owed'),
    sentence: needsText.owed(rupeesText(amount), rider_name)
  }),
  paper: ({ expires_on, paper, scooter_id, scooter_name }, now) => ({
    id: `${scooter_id} ${paper}`,
    action: link('paper'),
    sentence: needsText.paperEnds({
      ends: expires_on,
      paper: papersText.PAPER_NAMES[paper],
      scooter: scooter_name,
      today: dayOf(now)
    })
  }),
  check: ({ sentence }) => ({ action: link('check'), id: sentence, sentence })
}

const rowOf = <Kind extends Need['kind']>(need: Extract<Need, { kind: Kind }>, now: Date) =>
  (ROWS[need.kind] as TextOf[Kind])(need, now)

function NeedRow({ row: { action, detail, place, sentence } }: { row: RowText }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 md:px-5">
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5 wrap-anywhere">
        <p className="numeric font-semibold">{sentence}</p>
        {place && <p className="caption">{place}</p>}
        {detail}
      </div>
      {action}
    </li>
  )
}

/** What waits for the visitor, the worst first. A new portal that needs nothing has its first steps instead. */
export function Needs({ isNew = false }: { isNew?: boolean }) {
  const shown = useStore($needs)
  const now = useRenderTime()
  if (isNew && (!isLoaded(shown) || shown.rows.length === 0)) return null
  if (shown === 'failed') return <ErrorState onRetry={needs.retry} title={needsText.failed} />
  return (
    <section className="card">
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 pt-4 pb-1 md:px-5">
        <h2>{needsText.title}</h2>
        <LoadedAt of={$needsLoadedAt} />
      </div>
      {shown === 'loading' && (
        <Loading label={needsText.loading}>
          <SkeletonBlock className="mx-4 mb-4 h-24 rounded-slot md:mx-5" />
        </Loading>
      )}
      {isLoaded(shown) && shown.rows.length === 0 && (
        <p className="flex items-center gap-3 px-4 pb-4 md:px-5">
          <span className="text-accent-ink">
            <Icon name="check-circle" />
          </span>
          <span>
            {needsText.nothing}
            {shown.next && (
              <span className="numeric">
                {` ${needsText.nextRides(timeOrDayAndTimeText(parseInstant(shown.next.at), now), shown.next.rides)}`}
              </span>
            )}
          </span>
        </p>
      )}
      {isLoaded(shown) && shown.rows.length > 0 && (
        <ul className="divide-y divide-line">
          {shown.rows.map(need => {
            const { id, ...row } = rowOf(need, now)
            return <NeedRow key={`${need.kind} ${id}`} row={row} />
          })}
        </ul>
      )}
      {isLoaded(shown) && shown.has_more && <p className="caption px-4 pb-4 md:px-5">{needsText.more}</p>}
    </section>
  )
}
