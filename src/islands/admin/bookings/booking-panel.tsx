import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { HAS_PAYMENTS } from '#domain/backend.ts'
import { hasReceipt } from '#domain/bookings/rides.ts'
import { rupeesText } from '#domain/money.ts'
import { receiptPath } from '#domain/routes.ts'
import { CancelBookingDialog, PinButton, RideActions, SlipDialog } from '#islands/admin/bookings/booking-dialogs.tsx'
import { DeskRefundQuestion } from '#islands/admin/bookings/desk-refund.tsx'
import { RideState } from '#islands/admin/bookings/ride-state.tsx'
import { RiderEmail } from '#islands/admin/list/cells.tsx'
import { PaymentDetails } from '#islands/admin/payments/booking-payments.tsx'
import { RiderContact } from '#islands/admin/riders/rider-contact.tsx'
import { RiderMessagesDialog } from '#islands/admin/riders/rider-messages.tsx'
import { ListLink } from '#islands/admin/shell.tsx'
import { Panel } from '#islands/ui/chrome/panel.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { ErrorState, Loading, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as ridersText from '#messages/admin/riders.ts'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as receiptsText from '#messages/receipts.ts'
import {
  $exportedBytes,
  $isExporting,
  $isOpeningCancel,
  canCancel,
  exportCsv,
  openCancel
} from '#stores/admin/bookings/booking-actions.ts'
import { bookingsOfRider } from '#stores/admin/bookings/booking-queries.ts'
import {
  $paymentDetails,
  $selectedBooking,
  closeBookingPayments,
  openBookingPayments,
  retryBookingPayments
} from '#stores/admin/payments/booking-payments.ts'
import { relativeRideText, relativeTimeText } from '#stores/admin/relative-times.ts'
import { openRiderMessages } from '#stores/admin/riders/riders.ts'
import { isLoaded } from '#stores/kit/requests.ts'

function BookingSummary({ booking }: { booking: BookingForAdmin }) {
  const now = useRenderTime()
  const { amount, id, paid_by, pay_note, payment_status, property_name, refunded, return_pressed_at, scooter_name } =
    booking
  return (
    <div className="grid gap-1 wrap-anywhere">
      <div className="font-semibold">
        <RiderContact property={property_name} ride={booking} />
      </div>
      <p className="empty:hidden">
        <RiderEmail {...booking} />
      </p>
      <p>{listsText.scooterAt(scooter_name, property_name)}</p>
      <p className="numeric">
        <span>{relativeRideText(booking, now)}</span> <RideState booking={booking} now={now} />
      </p>
      <p className="caption numeric">{myBookingsText.referenceText(id)}</p>
      <p className="numeric flex flex-wrap items-center gap-2 font-semibold">
        {typeof amount === 'number' && <span>{rupeesText(amount)}</span>}
        <StatusBadge status={payment_status} />
        {paid_by && <span>{commonText.joinFacts(deskText.METHOD_WORDS[paid_by], pay_note)}</span>}
        {refunded ? <span>{myBookingsText.refundedAmount(refunded)}</span> : null}
      </p>
      {return_pressed_at && (
        <p className="numeric">{adminBookingsText.returnPressed(relativeTimeText(return_pressed_at, now))}</p>
      )}
    </div>
  )
}

function BookingActions({ booking, hasPin }: { booking: BookingForAdmin; hasPin: boolean }) {
  const { user_email, user_id, user_name, user_phone } = booking
  const isOpening = useStore($isOpeningCancel)
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-2">
      {hasPin && <PinButton booking={booking} />}
      <RideActions />
      {canCancel(booking) && (
        <Button isBusy={isOpening} kind="secondary" onClick={() => void openCancel(booking)} isSmall>
          {adminBookingsText.cancelling.action}
        </Button>
      )}
      {HAS_PAYMENTS && hasReceipt(booking) && (
        <a className="link inline-flex min-h-11 items-center" href={receiptPath(booking.id, 'admin')}>
          {receiptsText.receipt}
        </a>
      )}
      {user_id && (
        <>
          {user_email !== '' && (
            <Button kind="secondary" onClick={() => void openRiderMessages({ id: user_id, name: user_name })} isSmall>
              {ridersText.riderMessages.open}
            </Button>
          )}
          <ListLink
            className="link inline-flex min-h-11 items-center"
            onOpen={closeBookingPayments}
            query={bookingsOfRider(user_id, user_name)}
            screen="bookings"
          >
            {adminBookingsText.detailsPanel.otherBookings}
          </ListLink>
          <ListLink
            className="link inline-flex min-h-11 items-center"
            onOpen={closeBookingPayments}
            query={{ q: user_email || (user_phone ?? '') }}
            screen="users"
          >
            {adminBookingsText.detailsPanel.rider}
          </ListLink>
        </>
      )}
    </div>
  )
}

export const actions = { $exportedBytes, $isExporting, $selectedBooking, exportCsv, openBookingPayments }

export function Dialogs() {
  return (
    <>
      <BookingPanel />
      <CancelBookingDialog />
      <DeskRefundQuestion />
    </>
  )
}

function BookingPanel() {
  const booking = useStore($selectedBooking)
  const details = useStore($paymentDetails)
  if (booking === null) return null
  return (
    <Panel key={booking.id} onClose={closeBookingPayments} title={adminBookingsText.detailsPanel.title}>
      <div className="grid gap-4">
        <BookingSummary booking={booking} />
        <BookingActions booking={booking} hasPin={isLoaded(details) && details.has_pin === true} />
        {details === 'loading' && (
          <Loading label={refundsText.paymentDetails.loading}>
            <SkeletonBlock className="h-24 rounded-slot" />
            <SkeletonBlock className="h-24 rounded-slot" />
          </Loading>
        )}
        {details === 'failed' && (
          <ErrorState onRetry={() => void retryBookingPayments()} title={refundsText.paymentDetails.loadFailed} />
        )}
        {isLoaded(details) && <PaymentDetails booking={booking} details={details} />}
      </div>
      <SlipDialog booking={booking} />
      <RiderMessagesDialog />
    </Panel>
  )
}
