import { lazyPart } from '#client/device/lazy-part.ts'
import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { HAS_DESK, HAS_PAYMENTS } from '#domain/backend.ts'
import { PAYMENT_STATUSES } from '#domain/bookings/booking-status.ts'
import { rideLengthText } from '#domain/bookings/rides.ts'
import { rupeesText } from '#domain/money.ts'
import { fileSize } from '#domain/uploads/photos.ts'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { LoadedDialogs, useLazy, useOpen } from '#islands/admin/lazy-dialogs.tsx'
import { PropertyText, RiderText, RideTimes } from '#islands/admin/list/cells.tsx'
import { type Column, ListPanel } from '#islands/admin/list/list-panel.tsx'
import { DateFilter, ListToolbar, usePropertyFilter } from '#islands/admin/list/list-toolbar.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import { bookings } from '#stores/admin/bookings/booking-lists.ts'
import { $propertyOptions } from '#stores/admin/catalogue/property-lists.ts'
import { relativeRideText } from '#stores/admin/relative-times.ts'
import { createLazyDialogs } from '#stores/kit/lazy-dialogs.ts'
import { RideState } from './ride-state.tsx'

const dialogs = createLazyDialogs(lazyPart(() => import('./booking-panel.tsx')))

const newBooking = createLazyDialogs(lazyPart(() => import('./new-booking.tsx')))

const ROOM_FILTER = {
  allLabel: adminBookingsText.list.allWays,
  label: deskText.form.pay,
  name: 'pay',
  options: [['room', deskText.METHOD_WORDS.room]]
} as const

const LATE_FILTER = {
  allLabel: adminBookingsText.list.allRides,
  label: adminBookingsText.list.rideState,
  name: 'late',
  options: [['1', adminBookingsText.late]]
} as const

const STATUSES = PAYMENT_STATUSES.map(status => [status, status] as const)

export function BookingsTab() {
  const propertyFilter = usePropertyFilter()
  const canBeLate = useStore($propertyOptions)?.some(property => property.confirms_returns)
  const pressed = useStore(dialogs.$pressed)
  const newButton = useOpen(newBooking)('new booking', ({ actions }) => actions.openNewBooking(openBooking))
  const exportButton = useOpen(dialogs)('export', ({ actions }) => actions.exportCsv())
  const isExporting = useLazy(dialogs, ({ actions }) => actions.$isExporting)
  const exportedBytes = useLazy(dialogs, ({ actions }) => actions.$exportedBytes) ?? 0
  const selected = useLazy(dialogs, ({ actions }) => actions.$selectedBooking)
  return (
    <div className="list-section">
      <ListToolbar
        filters={[
          { allLabel: listsText.allStatuses, label: adminBookingsText.list.status, name: 'status', options: STATUSES },
          ...(canBeLate ? [LATE_FILTER] : []),
          ...(HAS_DESK ? [ROOM_FILTER] : []),
          propertyFilter
        ]}
        add={
          HAS_DESK && (
            <Button {...newButton} isSmall>
              {!newButton.isBusy && <Icon name="plus" />}
              <span className="max-md:sr-only">{deskText.form.open}</span>
            </Button>
          )
        }
        list={bookings}
        extra={
          <div className="grid basis-full grid-cols-2 gap-2 md:flex md:basis-auto">
            <DateFilter label={adminBookingsText.list.from} list={bookings} name="from" />
            <DateFilter label={adminBookingsText.list.to} list={bookings} name="to" />
          </div>
        }
        more={
          <Button
            {...exportButton}
            isBusy={isExporting || exportButton.isBusy}
            busyLabel={
              exportedBytes > 0
                ? adminBookingsText.list.exported(fileSize(exportedBytes))
                : adminBookingsText.list.exporting
            }
            kind="secondary"
            isSmall
          >
            {adminBookingsText.list.exportCsv}
          </Button>
        }
        search={adminBookingsText.list.search}
        sorts={adminBookingsText.list.sorts}
      />
      <ListPanel
        {...(HAS_PAYMENTS && { opener: OPENER })}
        caption={dashboardText.tabs.bookings}
        columns={COLUMNS}
        currentId={selected?.id ?? pressed}
        empty={{ icon: 'calendar', text: adminBookingsText.list.emptyText, title: adminBookingsText.list.empty }}
        getId={({ id }) => id}
        list={bookings}
        kind="dense"
      />
      <LoadedDialogs dialogs={dialogs} />
      <LoadedDialogs dialogs={newBooking} />
    </div>
  )
}

const openBooking = (booking: BookingForAdmin) =>
  dialogs.open(booking.id, ({ actions }) => actions.openBookingPayments(booking))

const OPENER = {
  label: (booking: BookingForAdmin, now: Date) =>
    listsText.riderAndRide(booking.user_name, relativeRideText(booking, now)),
  open: (booking: BookingForAdmin) => void openBooking(booking)
}

const COLUMNS: readonly Column<BookingForAdmin>[] = [
  {
    cell: RiderText,
    heading: adminBookingsText.list.rider,
    layout: 'main'
  },
  {
    cell: ({ property_name, scooter_name }) => (
      <PropertyText location={listsText.atProperty(property_name)} name={scooter_name} />
    ),
    heading: adminBookingsText.list.scooter
  },
  {
    cell: (booking, now) => (
      <span className="numeric text-lines">
        <RideTimes now={now} ride={booking} />
        <RideState booking={booking} now={now} />
      </span>
    ),
    heading: adminBookingsText.list.ride,
    sort: 'start_time'
  },
  { cell: PlanText, heading: adminBookingsText.list.plan, layout: 'half' },
  {
    align: 'end',
    cell: ({ amount, refunded }) => (
      <span className="numeric text-lines">
        <span className="whitespace-nowrap">{typeof amount === 'number' ? rupeesText(amount) : listsText.noValue}</span>
        {refunded ? <span className="caption">{myBookingsText.refundedAmount(refunded)}</span> : null}
      </span>
    ),
    heading: adminBookingsText.list.amount,
    layout: 'half'
  },
  { cell: PaymentText, heading: adminBookingsText.list.status, layout: 'side' }
]

function PlanText(booking: BookingForAdmin) {
  const { booking_type, plan_name } = booking
  const length = rideLengthText(booking)
  return (
    <span className="text-lines">
      <span>{plan_name ?? length}</span>
      <span className="caption">{plan_name === null ? adminBookingsText.bookingType(booking_type) : length}</span>
    </span>
  )
}

function PaymentText({ id, payment_status }: BookingForAdmin) {
  return (
    <span className="text-lines">
      <span>
        <StatusBadge status={payment_status} />
      </span>
      <span className="caption numeric whitespace-nowrap">{myBookingsText.referenceText(id)}</span>
    </span>
  )
}

export const BookingsPage = dashboardWith('bookings', BookingsTab)
