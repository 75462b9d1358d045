import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { IS_BACKEND_EMBEDDED } from '#domain/backend.ts'
import { PAYMENT_STATUSES } from '#domain/bookings/booking-status.ts'
import { rideLengthText } from '#domain/bookings/rides.ts'
import { rupeesText } from '#domain/money.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { durationText } from '#domain/time/time-texts.ts'
import { fileSize } from '#domain/uploads/photos.ts'
import { CancelBookingDialog } from '#islands/admin/bookings/booking-dialogs.tsx'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { PropertyText, RiderText } from '#islands/admin/list/cells.tsx'
import { type Column, ListPanel } from '#islands/admin/list/list-panel.tsx'
import { DateFilter, ListToolbar, usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { BookingPaymentsPanel } from '#islands/admin/payments/booking-payments-panel.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import { bookingType, cancelling, endedAgo, bookings as text } from '#messages/admin/bookings.ts'
import * as dashboard from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import { referenceText } from '#messages/my-bookings/my-bookings.ts'
import {
  $exportedBytes,
  $isExporting,
  canCancel,
  cancelBookingDialog,
  exportCsv
} from '#stores/admin/booking-actions.ts'
import { bookings } from '#stores/admin/dashboard-lists.ts'
import { $selectedBooking, openBookingPayments } from '#stores/admin/payments/booking-payments.ts'
import { relativeRideText } from '#stores/admin/relative-times.ts'

const STATUSES = PAYMENT_STATUSES.map(status => ({ label: status, value: status }))

export function BookingsTab() {
  const propertyFilter = usePropertyFilter()
  const isExporting = useStore($isExporting)
  const exportedBytes = useStore($exportedBytes)
  const selected = useStore($selectedBooking)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ListToolbar
        filters={[
          { allLabel: lists.allStatuses, label: text.status, name: 'status', options: STATUSES },
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
          isBusy={isExporting}
          busyLabel={exportedBytes > 0 ? text.exported(fileSize(exportedBytes)) : text.exporting}
          kind="secondary"
          onClick={() => void exportCsv()}
          isSmall
        >
          {text.exportCsv}
        </Button>
      </ListToolbar>
      <div className="list-with-panel">
        <ListPanel
          {...(IS_BACKEND_EMBEDDED && { actions: (booking: BookingForAdmin) => <BookingActions booking={booking} /> })}
          caption={dashboard.tabs.bookings}
          columns={COLUMNS}
          currentId={selected?.id ?? null}
          empty={{ icon: 'calendar', text: text.emptyText, title: text.empty }}
          getId={({ id }) => id}
          list={bookings}
          kind="dense"
        />
        <BookingPaymentsPanel />
      </div>
      <CancelBookingDialog />
    </div>
  )
}

export const BookingsDashboard = dashboardWith({ bookings: BookingsTab })

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
    heading: text.scooter,
    isMinor: true
  },
  {
    cell: (booking, now) => (
      <span className="numeric text-lines">
        <span>{relativeRideText(booking, now)}</span>
        {booking.is_unreturned && (
          <span className="caption font-semibold">
            {endedAgo(durationText(now.getTime() - parseInstant(booking.end_time).getTime()))}
          </span>
        )}
      </span>
    ),
    heading: text.ride,
    sort: 'start_time'
  },
  { cell: PlanText, heading: text.plan, isMinor: true, layout: 'half' },
  {
    align: 'end',
    cell: ({ amount }) => (
      <span className="numeric whitespace-nowrap">
        {typeof amount === 'number' ? rupeesText(amount) : lists.noValue}
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

function BookingActions({ booking }: { booking: BookingForAdmin }) {
  const now = useRenderTime()
  const rowLabel = lists.riderAndRide(booking.user_name, relativeRideText(booking, now))
  return (
    <>
      <Button
        aria-label={lists.actionOn(text.payments, rowLabel)}
        kind="ghost"
        onClick={() => void openBookingPayments(booking)}
        isSmall
      >
        {text.payments}
      </Button>
      {canCancel(booking) && (
        <Button
          aria-label={lists.actionOn(cancelling.action, rowLabel)}
          kind="ghost"
          onClick={() => cancelBookingDialog.open(booking)}
          isSmall
        >
          {cancelling.action}
        </Button>
      )}
    </>
  )
}
