import type { PaperOfScooter } from '#contract/catalogue/admin-scooters.ts'
import { type PaperKind, paperUrgency } from '#domain/catalogue/papers.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { PropertyText } from '#islands/admin/list/cells.tsx'
import { ListLink } from '#islands/admin/list/list-link.tsx'
import { type Column, ListPanel } from '#islands/admin/list/list-panel.tsx'
import { ListToolbar, usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { endText, view } from '#messages/admin/catalogue/papers.ts'
import { views } from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import { PAPER_NAMES } from '#messages/papers.ts'
import { papers } from '#stores/admin/catalogue/to-do-lists.ts'

function EndBadge({ expiresOn, kind, now }: { expiresOn: string | null; kind: PaperKind; now: Date }) {
  if (expiresOn === null) return <span>{PAPER_NAMES[kind]}</span>
  const today = dayOf(now)
  return <StatusBadge label={endText(PAPER_NAMES[kind], expiresOn, today)} status={paperUrgency(expiresOn, today)} />
}

const COLUMNS: readonly Column<PaperOfScooter>[] = [
  {
    cell: ({ property_name, scooter_name }) => (
      <span className="font-semibold">
        <PropertyText location={property_name} name={scooter_name} />
      </span>
    ),
    heading: view.scooter,
    layout: 'main'
  },
  {
    cell: ({ registration_number }) => (
      <span className="numeric">
        <span className="caption stacked-only">{`${view.registration} `}</span>
        {registration_number ?? lists.noValue}
      </span>
    ),
    heading: view.registration
  },
  {
    cell: ({ expires_on, kind }, now) => <EndBadge expiresOn={expires_on} kind={kind} now={now} />,
    heading: view.ends
  },
  {
    cell: ({ number }) => (
      <span className="numeric wrap-anywhere">
        <span className="caption stacked-only">{`${view.number} `}</span>
        {number ?? lists.noValue}
      </span>
    ),
    heading: view.number
  }
]

/** The papers of all scooters, the first to end on top. */
export function PapersView() {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <h2>{views.papers}</h2>
        <p className="caption">{view.description}</p>
      </div>
      <ListToolbar filters={[usePropertyFilter()]} list={papers} sorts={{}} />
      <ListPanel
        actions={({ scooter_name }) => (
          <ListLink
            className="link"
            label={lists.actionOn(view.showScooter, scooter_name)}
            query={{ q: scooter_name }}
            screen="scooters"
          >
            {view.showScooter}
          </ListLink>
        )}
        caption={views.papers}
        columns={COLUMNS}
        empty={{ text: view.emptyText, title: view.empty }}
        getId={({ kind, scooter_id }) => `${scooter_id} ${kind}`}
        list={papers}
      />
    </section>
  )
}
