import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import type { BookingPayments } from '#contract/bookings/booking-payments.ts'
import { HAS_RECEIPTS } from '#domain/backend.ts'
import { moneyText, rupeesText } from '#domain/money.ts'
import { deskMethodOf } from '#domain/payments.ts'
import { receiptPath } from '#domain/routes.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { CancelBookingDialog, PinButton, RideActions, SlipDialog } from '#islands/admin/bookings/booking-dialogs.tsx'
import { DeskBackQuestion } from '#islands/admin/bookings/desk-back.tsx'
import { RideState } from '#islands/admin/bookings/ride-state.tsx'
import { RiderEmail } from '#islands/admin/list/cells.tsx'
import {
  BankReference,
  DisputeBadge,
  DisputeProgress,
  IdText,
  RefundBadge,
  RefundReasons
} from '#islands/admin/payments/payment-cells.tsx'
import { RiderContact } from '#islands/admin/riders/rider-contact.tsx'
import { RiderMessagesDialog } from '#islands/admin/riders/rider-messages.tsx'
import { ListLink } from '#islands/admin/shell.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Panel, PanelSection } from '#islands/ui/chrome/panel.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { ExtensionLines } from '#islands/ui/feedback/ride-facts.tsx'
import { ErrorState, Loading, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useFormField, useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as disputesText from '#messages/admin/payments/disputes.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as ridersText from '#messages/admin/riders.ts'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as receiptsText from '#messages/receipts.ts'
import {
  $exportedBytes,
  $isExporting,
  $isOpeningCancel,
  canCancel,
  exportCsv,
  hasReceipt,
  openCancel
} from '#stores/admin/bookings/booking-actions.ts'
import { bookingsOfRider } from '#stores/admin/bookings/booking-queries.ts'
import {
  $goodwillBookingId,
  $isCheckingPayments,
  $isRefunding,
  $paymentDetails,
  $selectedBooking,
  checkWithProvider,
  closeBookingPayments,
  closeGoodwill,
  deskBackDialog,
  deskBackOf,
  goodwillForm,
  leftToRefund,
  openBookingPayments,
  openGoodwill,
  retryBookingPayments,
  sendGoodwill
} from '#stores/admin/payments/booking-payments.ts'
import { relativeRideText, relativeTimeText } from '#stores/admin/relative-times.ts'
import { openRiderMessages } from '#stores/admin/riders/riders.ts'
import { isLoaded } from '#stores/kit/requests.ts'

type Attempt = BookingPayments['attempts'][number]

function AttemptRow({ attempt }: { attempt: Attempt }) {
  const now = useRenderTime()
  return (
    <li className="grid gap-0.5 wrap-anywhere">
      <p className="numeric font-semibold">{refundsText.attemptText(attempt)}</p>
      {/* What was paid at the desk, the booking says above. */}
      {!deskMethodOf(attempt.payment_id ?? null) && (
        <>
          {attempt.reason && <p className="caption">{listsText.inQuotes(attempt.reason)}</p>}
          {attempt.payment_id && <IdText id={attempt.payment_id} />}
        </>
      )}
      <p className="caption numeric">{commonText.inIndianTime(relativeTimeText(attempt.created_at, now))}</p>
    </li>
  )
}

function RefundRow({ refund }: { refund: BookingPayments['refunds'][number] }) {
  const now = useRenderTime()
  const due = deskBackOf(refund)
  return (
    <li className="grid gap-0.5 wrap-anywhere">
      <p className="numeric flex flex-wrap items-center justify-between gap-2 font-semibold">
        {moneyText(refund.amount, refund.currency)}
        <RefundBadge {...refund} />
      </p>
      <div className="text-[.9375rem]">
        <RefundReasons refund={refund} />
      </div>
      {due ? (
        <div>
          <Button kind="secondary" onClick={() => deskBackDialog.open(due)} isSmall>
            {deskText.paidBack(due.pay)}
          </Button>
        </div>
      ) : (
        <IdText id={refund.refund_id ?? refund.payment_id} />
      )}
      {refund.bank_reference && <BankReference reference={refund.bank_reference} />}
      <p className="caption numeric">{commonText.inIndianTime(relativeTimeText(refund.created_at, now))}</p>
    </li>
  )
}

function Compensation({ owed }: { owed: NonNullable<BookingPayments['compensation']> }) {
  const now = useRenderTime()
  const { amount, note, paid_at } = owed
  return (
    <PanelSection title={refundsText.compensations.heading}>
      <p className="numeric font-semibold">{rupeesText(amount)}</p>
      {note && <p className="wrap-anywhere">{listsText.inQuotes(note)}</p>}
      <p className="caption numeric">
        {paid_at
          ? refundsText.paidText(commonText.inIndianTime(relativeTimeText(paid_at, now)))
          : refundsText.compensations.notPaid}
      </p>
    </PanelSection>
  )
}

function DisputeRow({ dispute }: { dispute: BookingPayments['disputes'][number] }) {
  const now = useRenderTime()
  return (
    <li className="grid gap-0.5 wrap-anywhere">
      <p className="numeric flex flex-wrap items-center justify-between gap-2 font-semibold">
        {disputesText.amountText(dispute)}
        <DisputeBadge status={dispute.status} />
      </p>
      <p>{disputesText.phaseText(dispute.phase)}</p>
      {dispute.reason && <p className="caption">{disputesText.reasonText(dispute.reason)}</p>}
      <p>
        <DisputeProgress dispute={dispute} now={now} />
      </p>
      <IdText id={dispute.dispute_id} />
      <p className="caption numeric">{commonText.inIndianTime(relativeTimeText(dispute.created_at, now))}</p>
    </li>
  )
}

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
      {HAS_RECEIPTS && hasReceipt(booking) && (
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

function CheckNowButton() {
  return (
    <Button
      isBusy={useStore($isCheckingPayments)}
      busyLabel={refundsText.paymentDetails.checking}
      kind="secondary"
      onClick={() => void checkWithProvider()}
      isWide
    >
      <Icon name="refresh" />
      {refundsText.paymentDetails.checkNow}
    </Button>
  )
}

/** Refunds a part of the payment. Not offered if nothing is left or a dispute blocks refunds. */
function GoodwillForm({ booking }: { booking: BookingForAdmin }) {
  const isOpen = useStore($goodwillBookingId) === booking.id
  if (leftToRefund(booking) <= 0) return null
  if (isOpen) return <GoodwillFields booking={booking} />
  return (
    <Button kind="secondary" onClick={() => openGoodwill(booking)} isSmall>
      {refundsText.goodwill.open}
    </Button>
  )
}

function GoodwillFields({ booking }: { booking: BookingForAdmin }) {
  const isRefunding = useStore($isRefunding)
  return (
    <Form className="grid gap-3" form={goodwillForm} onSubmit={sendGoodwill}>
      <TextField
        {...useFormField(goodwillForm, 'amount')}
        autoComplete="off"
        autoFocus
        hint={refundsText.goodwill.atMost(leftToRefund(booking))}
        inputMode="numeric"
        label={refundsText.goodwill.amount}
        required
      />
      <TextField
        {...useFormField(goodwillForm, 'reason')}
        autoComplete="off"
        hint={formsText.reasonHint}
        label={formsText.reason}
        required
      />
      <p className="muted">{refundsText.goodwill.consequence}</p>
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isRefunding} busyLabel={refundsText.refundProgress.sending} type="submit">
          {refundsText.goodwill.send}
        </Button>
        <Button kind="secondary" onClick={closeGoodwill}>
          {commonText.cancel}
        </Button>
      </div>
    </Form>
  )
}

const keyOf = ({ created_at, payment_id, status }: Attempt) => `${created_at} ${status} ${payment_id}`

function PaymentDetails({ booking, details }: { booking: BookingForAdmin; details: BookingPayments }) {
  const { attempts, compensation, consent, kept, order_id, refunds, ride } = details
  const disputes = details.disputes ?? []
  return (
    <>
      {typeof ride?.paid === 'number' && (
        <PanelSection title={refundsText.paymentDetails.ride}>
          <p className="numeric font-semibold">{manageRideText.paidAmount(ride.paid)}</p>
          <ExtensionLines extended={ride.extended} />
        </PanelSection>
      )}
      <PanelSection title={refundsText.paymentDetails.order}>
        {order_id ? (
          <IdText id={order_id} />
        ) : (
          !booking.paid_by && <p className="muted">{refundsText.paymentDetails.noOrder}</p>
        )}
        {consent && (
          <p className="caption numeric">{refundsText.agreedText(consent.version, parseInstant(consent.agreed_at))}</p>
        )}
      </PanelSection>
      <PanelSection title={refundsText.paymentDetails.attempts}>
        {attempts.length === 0 && <p className="muted">{refundsText.paymentDetails.noAttempts}</p>}
        <ul className="grid gap-4 empty:hidden">
          {attempts.map(attempt => (
            <AttemptRow attempt={attempt} key={keyOf(attempt)} />
          ))}
        </ul>
      </PanelSection>
      {disputes.length > 0 && (
        <PanelSection title={disputesText.disputesTitle}>
          <ul className="grid gap-4">
            {disputes.map(dispute => (
              <DisputeRow dispute={dispute} key={dispute.dispute_id} />
            ))}
          </ul>
        </PanelSection>
      )}
      <PanelSection title={refundsText.paymentDetails.refunds}>
        {kept ? (
          <p className="numeric">{refundsText.keptText(kept)}</p>
        ) : (
          refunds.length === 0 && <p className="muted">{refundsText.paymentDetails.noRefunds}</p>
        )}
        <ul className="grid gap-4 empty:hidden">
          {refunds.map(refund => (
            <RefundRow key={refund.id} refund={refund} />
          ))}
        </ul>
        <GoodwillForm booking={booking} />
      </PanelSection>
      {compensation && <Compensation owed={compensation} />}
      {order_id && <CheckNowButton />}
    </>
  )
}

export const actions = { $exportedBytes, $isExporting, $selectedBooking, exportCsv, openBookingPayments }

export function Dialogs() {
  return (
    <>
      <BookingPanel />
      <CancelBookingDialog />
      <DeskBackQuestion />
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
