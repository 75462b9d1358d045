import type { BookingForAdmin } from '#contract/all-bookings.ts'
import { PAYMENT_STATUSES } from '#domain/booking-status.ts'
import { rupeesText } from '#domain/pricing.ts'
import { Button } from '#islands/ui/button.tsx'
import { StatusBadge } from '#islands/ui/status-badge.tsx'
import { useDrawingTime } from '#islands/ui/use-drawing-time.ts'
import { useStore } from '#islands/ui/use-store.tsx'
import * as portal from '#messages/portal.ts'
import { bookings as text } from '#messages/portal.ts'
import { $looked, lookAt } from '#stores/admin/booking-money.ts'
import { $exporting, exportCsv } from '#stores/admin/bookings.ts'
import { canCancel, cancelling } from '#stores/admin/cancelling.ts'
import { $places, bookings } from '#stores/admin/lists.ts'
import { TELLS_PAYMENTS } from '#stores/admin/refund-lists.ts'
import { CancelQuestion } from './cancel-question.tsx'
import { DateFilter } from './date-filter.tsx'
import { ListPanel } from './list-panel.tsx'
import type { Column } from './list-table.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { MoneyPanel } from './money-panel.tsx'
import { propertyFilter } from './property-filter.ts'
import { PropertyText } from './property-text.tsx'
import { rideText } from './ride-text.ts'
import { RiderText } from './rider-text.tsx'

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
