import { latePart } from '#client/device/late-part.ts'
import type { WaitingLicence } from '#contract/review/review.ts'
import { Late, useLate } from '#islands/admin/late-dialogs.tsx'
import { type Column, ListPanel } from '#islands/admin/list/list-panel.tsx'
import { ListToolbar, usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { views } from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import { panel, ridesAt, queue as text, uploadedAt } from '#messages/admin/review.ts'
import { createLateDialogs } from '#stores/admin/late-dialogs.ts'
import { relativeTimeText } from '#stores/admin/relative-times.ts'
import { licences } from '#stores/admin/riders/rider-lists.ts'

const dialogs = createLateDialogs(latePart(() => import('./rider-panel.tsx')))

const COLUMNS: readonly Column<WaitingLicence>[] = [
  { cell: ({ name }) => <span className="font-semibold">{name}</span>, heading: text.name, layout: 'main' },
  { cell: ({ property_name }) => property_name ?? lists.noValue, heading: text.property },
  {
    cell: ({ next_ride }, now) =>
      next_ride && <span className="numeric font-semibold">{ridesAt(relativeTimeText(next_ride, now))}</span>,
    heading: text.nextRide
  },
  {
    cell: ({ waits_since }, now) => (
      <span className="muted numeric">
        {waits_since ? uploadedAt(relativeTimeText(waits_since, now)) : text.fromBefore}
      </span>
    ),
    heading: text.waitsSince
  }
]

const OPENER = {
  label: ({ name }: WaitingLicence) => lists.actionOn(panel.open, name),
  open: (rider: WaitingLicence) => void dialogs.open(rider.id, ({ actions }) => actions.openRider(rider, true))
}

/** The licences that wait for a decision. The next one opens after each. */
export function LicencesView() {
  const propertyFilter = usePropertyFilter()
  const opened = useLate(dialogs, ({ actions }) => actions.$openRider)
  const pressed = useStore(dialogs.$pressed)
  return (
    <section className="grid gap-4">
      <div>
        <h2>{views.licences}</h2>
        <p className="caption">{text.approveOnly}</p>
      </div>
      {propertyFilter.options.length > 1 && <ListToolbar filters={[propertyFilter]} list={licences} sorts={{}} />}
      <ListPanel
        caption={views.licences}
        columns={COLUMNS}
        currentId={opened?.id ?? pressed}
        empty={{ icon: 'check-circle', text: text.emptyText, title: text.empty }}
        getId={({ id }) => id}
        list={licences}
        opener={OPENER}
      />
      <Late dialogs={dialogs} />
    </section>
  )
}
