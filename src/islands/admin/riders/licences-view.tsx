import { lazyPart } from '#client/device/lazy-part.ts'
import type { WaitingLicence } from '#contract/review/review.ts'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { LoadedDialogs, useLazy } from '#islands/admin/lazy-dialogs.tsx'
import { type Column, ListHeading, ListPanel } from '#islands/admin/list/list-panel.tsx'
import { ListToolbar, usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as reviewText from '#messages/admin/review.ts'
import { relativeTimeText } from '#stores/admin/relative-times.ts'
import { licences } from '#stores/admin/riders/rider-lists.ts'
import { createLazyDialogs } from '#stores/kit/lazy-dialogs.ts'

const dialogs = createLazyDialogs(lazyPart(() => import('./rider-panel.tsx')))

const COLUMNS: readonly Column<WaitingLicence>[] = [
  { cell: ({ name }) => <span className="font-semibold">{name}</span>, heading: reviewText.queue.name, layout: 'main' },
  { cell: ({ property_name }) => property_name ?? listsText.noValue, heading: reviewText.queue.property },
  {
    cell: ({ next_ride }, now) =>
      next_ride && (
        <span className="numeric font-semibold">{reviewText.ridesAt(relativeTimeText(next_ride, now))}</span>
      ),
    heading: reviewText.queue.nextRide
  },
  {
    cell: ({ waits_since }, now) => (
      <span className="muted numeric">
        {waits_since ? reviewText.uploadedAt(relativeTimeText(waits_since, now)) : reviewText.queue.fromBefore}
      </span>
    ),
    heading: reviewText.queue.waitsSince
  }
]

const OPENER = {
  label: ({ name }: WaitingLicence) => listsText.actionOn(reviewText.riderPanel.open, name),
  open: (rider: WaitingLicence) => void dialogs.open(rider.id, ({ actions }) => actions.openRider(rider, true))
}

/** The licences that wait for a decision. The next one opens after each. */
export function LicencesView() {
  const propertyFilter = usePropertyFilter()
  const opened = useLazy(dialogs, ({ actions }) => actions.$openRider)
  const pressed = useStore(dialogs.$pressed)
  return (
    <section className="list-section">
      <ListHeading description={reviewText.queue.approveOnly} title={dashboardText.views.licences} />
      {propertyFilter.options.length > 1 && <ListToolbar filters={[propertyFilter]} list={licences} sorts={{}} />}
      <ListPanel
        caption={dashboardText.views.licences}
        columns={COLUMNS}
        currentId={opened?.id ?? pressed}
        empty={{ icon: 'check-circle', text: reviewText.queue.emptyText, title: reviewText.queue.empty }}
        getId={({ id }) => id}
        list={licences}
        opener={OPENER}
      />
      <LoadedDialogs dialogs={dialogs} />
    </section>
  )
}

export const LicencesPage = dashboardWith('licences', LicencesView)
