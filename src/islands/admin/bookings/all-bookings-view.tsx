import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { PAYMENT_STATUSES } from '#domain/booking-status.ts'
import { rupeesText } from '#domain/pricing.ts'
import { DateFilter } from '#islands/admin/list/date-filter.tsx'
import { ListPanel } from '#islands/admin/list/list-panel.tsx'
import type { Column } from '#islands/admin/list/list-table.tsx'
import { ListToolbar } from '#islands/admin/list/list-toolbar.tsx'
import { propertyFilter } from '#islands/admin/list/property-filter.ts'
import { PropertyText } from '#islands/admin/list/property-text.tsx'
import { RiderText } from '#islands/admin/list/rider-text.tsx'
import { MoneyPanel } from '#islands/admin/payments/booking-payments-panel.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useDrawingTime } from '#islands/ui/hooks/use-render-time.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as portal from '#messages/portal.ts'
import { bookings as text } from '#messages/portal.ts'
import { $looked, lookAt } from '#stores/admin/bookings/booking-payments.ts'
import { canCancel, cancelling } from '#stores/admin/bookings/cancel.ts'
import { $exporting, exportCsv } from '#stores/admin/bookings/export.ts'
import { TELLS_PAYMENTS } from '#stores/admin/bookings/refund-lists.ts'
import { $places, bookings } from '#stores/admin/dashboard-lists.ts'
import { CancelQuestion } from './cancel-question.tsx'
import { rideText } from './ride-text.ts'

const COLUMNS: readonly Column<BookingForAdmin>[] = [
  {
    cell: RiderText,
    head: text.rider,
    place: 'main'
  },
  {
    cell: ({ property_name, scooter_name }) => <PropertyText location={portal.at(property_name)} name={scooter_name} />,
    head: text.scooter
  },
  {
    cell: (booking, now) => <span className="num">{rideText(booking, now)}</span>,
    head: text.ride,
    sort: 'start_time'
  },
  { cell: ({ booking_type }) => portal.bookingType(booking_type), head: text.type, place: 'half' },
  {
    cell: ({ amount }) => (
      <span className="num whitespace-nowrap">{typeof amount === 'number' ? rupeesText(amount) : '–'}</span>
    ),
    head: text.amount,
    place: 'half'
  },
  { cell: ({ payment_status }) => <StatusBadge status={payment_status} />, head: text.status, place: 'side' }
]

const STATUSES = PAYMENT_STATUSES.map(status => ({ label: status, value: status }))

function RowActions({ booking }: { booking: BookingForAdmin }) {
  const now = useDrawingTime()
  const called = `${booking.user_name}, ${rideText(booking, now)}`
  return (
    <>
      <Button aria-label={portal.named(text.payments, called)} kind="quiet" onClick={() => void lookAt(booking)} small>
        {text.payments}
      </Button>
      {canCancel(booking) && (
        <Button
          aria-label={portal.named(portal.cancelling.action, called)}
          kind="quiet"
          onClick={() => cancelling.ask(booking)}
          small
        >
          {portal.cancelling.action}
        </Button>
      )}
    </>
  )
}

export function AllBookingsView() {
  const places = useStore($places)
  const exporting = useStore($exporting)
  const looked = useStore($looked)
  return (
    <>
      <ListToolbar
        filters={[
          { all: portal.allStatuses, label: text.status, name: 'status', options: STATUSES },
          propertyFilter(places)
        ]}
        listing={bookings}
        more={
          <div className="grid basis-full grid-cols-2 gap-2 md:flex md:basis-auto">
            <DateFilter label={text.from} listing={bookings} name="from" />
            <DateFilter label={text.to} listing={bookings} name="to" />
          </div>
        }
        search={text.search}
        sorts={text.sorts}
      >
        <Button busy={exporting} kind="secondary" onClick={() => void exportCsv()} small>
          {exporting ? text.exporting : text.exportCsv}
        </Button>
      </ListToolbar>
      <div className="crud">
        <ListPanel
          {...(TELLS_PAYMENTS && { actions: (booking: BookingForAdmin) => <RowActions booking={booking} /> })}
          caption={portal.tabs.bookings}
          columns={COLUMNS}
          current={looked?.id ?? null}
          empty={{ icon: 'calendar', text: text.emptyText, title: text.empty }}
          idOf={({ id }) => id}
          listing={bookings}
          wordy
        />
        <MoneyPanel />
      </div>
      <CancelQuestion />
    </>
  )
}
