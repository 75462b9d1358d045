import { latePart } from '#client/device/late-part.ts'
import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { HAS_PAYMENTS } from '#domain/backend.ts'
import { PAYMENT_STATUSES } from '#domain/bookings/booking-status.ts'
import { rideLengthText } from '#domain/bookings/rides.ts'
import { rupeesText } from '#domain/money.ts'
import { fileSize } from '#domain/uploads/photos.ts'
import { RideState } from '#islands/admin/bookings/ride-state.tsx'
import { Late, useLate, useOpen } from '#islands/admin/late-dialogs.tsx'
import { PropertyText, RiderText, RideTimes } from '#islands/admin/list/cells.tsx'
import { type Column, ListPanel } from '#islands/admin/list/list-panel.tsx'
import { DateFilter, ListToolbar, usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { bookingType, late, bookings as text } from '#messages/admin/bookings.ts'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import { referenceText, refundedAmount } from '#messages/my-bookings/my-bookings.ts'
import { bookings } from '#stores/admin/bookings/booking-lists.ts'
import { $propertyOptions } from '#stores/admin/catalogue/property-lists.ts'
import { createLateDialogs } from '#stores/admin/late-dialogs.ts'
import { relativeRideText } from '#stores/admin/relative-times.ts'

const dialogs = createLateDialogs(latePart(() => import('./booking-panel.tsx')))

const LATE_FILTER = {
  allLabel: text.allRides,
  label: text.rideState,
  name: 'late',
  options: [{ label: late, value: '1' }]
}

const STATUSES = PAYMENT_STATUSES.map(status => ({ label: status, value: status }))

export function BookingsTab() {
  const propertyFilter = usePropertyFilter()
  const canBeLate = useStore($propertyOptions)?.some(property => property.confirms_returns)
  const pressed = useStore(dialogs.$pressed)
  const exportButton = useOpen(dialogs)('export', ({ actions }) => actions.exportCsv())
  const isExporting = useLate(dialogs, ({ actions }) => actions.$isExporting)
  const exportedBytes = useLate(dialogs, ({ actions }) => actions.$exportedBytes) ?? 0
  const selected = useLate(dialogs, ({ actions }) => actions.$selectedBooking)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ListToolbar
        filters={[
          { allLabel: lists.allStatuses, label: text.status, name: 'status', options: STATUSES },
          ...(canBeLate ? [LATE_FILTER] : []),
          propertyFilter
        ]}
        list={bookings}
        extra={
          <div className="grid basis-full grid-cols-2 gap-2 md:flex md:basis-auto">
            <DateFilter label={text.from} list={bookings} name="from" />
            <DateFilter label={text.to} list={bookings} name="to" />
          </div>
        }
        search={text.search}
        sorts={text.sorts}
      >
        <Button
          {...exportButton}
          isBusy={isExporting || exportButton.isBusy}
          busyLabel={exportedBytes > 0 ? text.exported(fileSize(exportedBytes)) : text.exporting}
          kind="secondary"
          isSmall
        >
          {text.exportCsv}
        </Button>
      </ListToolbar>
      <ListPanel
        {...(HAS_PAYMENTS && { opener: OPENER })}
        caption={dashboard.tabs.bookings}
        columns={COLUMNS}
        currentId={selected?.id ?? pressed}
        empty={{ icon: 'calendar', text: text.emptyText, title: text.empty }}
        getId={({ id }) => id}
        list={bookings}
        kind="dense"
      />
      <Late dialogs={dialogs} />
    </div>
  )
}

const OPENER = {
  label: (booking: BookingForAdmin, now: Date) => lists.riderAndRide(booking.user_name, relativeRideText(booking, now)),
  open: (booking: BookingForAdmin) =>
    void dialogs.open(booking.id, ({ actions }) => actions.openBookingPayments(booking))
}

const COLUMNS: readonly Column<BookingForAdmin>[] = [
  {
    cell: RiderText,
    heading: text.rider,
    layout: 'main'
  },
  {
    cell: ({ property_name, scooter_name }) => (
      <PropertyText location={lists.atProperty(property_name)} name={scooter_name} />
    ),
    heading: text.scooter
  },
  {
    cell: (booking, now) => (
      <span className="numeric text-lines">
        <RideTimes now={now} ride={booking} />
        <RideState booking={booking} now={now} />
      </span>
    ),
    heading: text.ride,
    sort: 'start_time'
  },
  { cell: PlanText, heading: text.plan, layout: 'half' },
  {
    align: 'end',
    cell: ({ amount, refunded }) => (
      <span className="numeric text-lines">
        <span className="whitespace-nowrap">{typeof amount === 'number' ? rupeesText(amount) : lists.noValue}</span>
        {refunded ? <span className="caption">{refundedAmount(refunded)}</span> : null}
      </span>
    ),
    heading: text.amount,
    layout: 'half'
  },
  { cell: PaymentText, heading: text.status, layout: 'side' }
]

function PlanText(booking: BookingForAdmin) {
  const { booking_type, plan_name } = booking
  const length = rideLengthText(booking)
  return (
    <span className="text-lines">
      <span>{plan_name ?? length}</span>
      <span className="caption">{plan_name === null ? bookingType(booking_type) : length}</span>
    </span>
  )
}

function PaymentText({ id, payment_status }: BookingForAdmin) {
  return (
    <span className="text-lines">
      <span>
        <StatusBadge status={payment_status} />
      </span>
      <span className="caption numeric whitespace-nowrap">{referenceText(id)}</span>
    </span>
  )
}
