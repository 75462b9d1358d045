import type { PaperOfScooter } from '#contract/catalogue/admin-scooters.ts'
import { type PaperKind, paperUrgency } from '#domain/catalogue/scooters.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { scooterColumn } from '#islands/admin/list/cells.tsx'
import { type Column, ListHeading, ListPanel } from '#islands/admin/list/list-panel.tsx'
import { ListToolbar, usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { ListLink } from '#islands/admin/shell.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as papersText from '#messages/papers.ts'
import { papers } from '#stores/admin/catalogue/scooter-lists.ts'

function EndBadge({ expiresOn, kind, now }: { expiresOn: string | null; kind: PaperKind; now: Date }) {
  if (expiresOn === null) return <span>{papersText.PAPER_NAMES[kind]}</span>
  const today = dayOf(now)
  return (
    <StatusBadge
      label={papersText.endText(papersText.PAPER_NAMES[kind], expiresOn, today)}
      status={paperUrgency(expiresOn, today)}
    />
  )
}

const COLUMNS: readonly Column<PaperOfScooter>[] = [
  scooterColumn(papersText.list.scooter),
  {
    cell: ({ registration_number }) => registration_number ?? listsText.noValue,
    heading: papersText.list.registration,
    isNamed: true
  },
  {
    cell: ({ expires_on, kind }, now) => <EndBadge expiresOn={expires_on} kind={kind} now={now} />,
    heading: papersText.list.ends
  },
  { cell: ({ number }) => number ?? listsText.noValue, heading: papersText.list.number, isNamed: true }
]

export function PapersView() {
  return (
    <section className="list-section">
      <ListHeading description={papersText.list.description} title={dashboardText.views.papers} />
      <ListToolbar filters={[usePropertyFilter()]} list={papers} sorts={{}} />
      <ListPanel
        actions={({ scooter_name }) => (
          <ListLink
            className="link"
            label={listsText.actionOn(papersText.list.showScooter, scooter_name)}
            query={{ q: scooter_name }}
            screen="scooters"
          >
            {papersText.list.showScooter}
          </ListLink>
        )}
        caption={dashboardText.views.papers}
        columns={COLUMNS}
        empty={{ text: papersText.list.emptyText, title: papersText.list.empty }}
        getId={({ kind, scooter_id }) => `${scooter_id} ${kind}`}
        list={papers}
      />
    </section>
  )
}

export const PapersPage = dashboardWith('papers', PapersView)
