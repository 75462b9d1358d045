import type { ReactNode } from 'react'
import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import type { BookingPayments } from '#contract/bookings/booking-payments.ts'
import { moneyText, rupeesText } from '#domain/money.ts'
import { deskMethodOf } from '#domain/payments.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import {
  BankReference,
  DisputeBadge,
  DisputeProgress,
  IdText,
  RefundBadge,
  RefundReasons
} from '#islands/admin/payments/payment-cells.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { PanelSection } from '#islands/ui/chrome/panel.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { ExtensionLines } from '#islands/ui/feedback/ride-facts.tsx'
import { useFormField, useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as deskText from '#messages/admin/desk.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as disputesText from '#messages/admin/payments/disputes.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import {
  $goodwillBookingId,
  $isCheckingPayments,
  $isRefunding,
  checkWithProvider,
  closeGoodwill,
  deskRefundDialog,
  deskRefundOf,
  goodwillForm,
  leftToRefund,
  openGoodwill,
  sendGoodwill
} from '#stores/admin/payments/booking-payments.ts'
import { relativeTimeText } from '#stores/admin/relative-times.ts'

type Attempt = BookingPayments['attempts'][number]

interface EntryProps {
  /** ISO 8601. */
  at: string
  badge?: ReactNode
  children: ReactNode
  title: string
}

/** An attempt, a refund or a dispute: its money, what happened to it, and when it began. */
function Entry({ at, badge, children, title }: EntryProps) {
  const now = useRenderTime()
  return (
    <li className="grid gap-0.5 wrap-anywhere">
      <p className="numeric flex flex-wrap items-center justify-between gap-2 font-semibold">
        {title}
        {badge}
      </p>
      {children}
      <p className="caption numeric">{commonText.inIndianTime(relativeTimeText(at, now))}</p>
    </li>
  )
}

const Entries = ({ children }: { children: ReactNode }) => <ul className="grid gap-4 empty:hidden">{children}</ul>

function AttemptEntry({ attempt }: { attempt: Attempt }) {
  const { created_at, payment_id, reason } = attempt
  // What was paid at the desk, the booking says above.
  const isOnline = !deskMethodOf(payment_id ?? null)
  return (
    <Entry at={created_at} title={refundsText.attemptText(attempt)}>
      {isOnline && reason && <p className="caption">{listsText.inQuotes(reason)}</p>}
      {isOnline && payment_id && <IdText id={payment_id} />}
    </Entry>
  )
}

function RefundEntry({ refund }: { refund: BookingPayments['refunds'][number] }) {
  const { amount, bank_reference, created_at, currency, payment_id, refund_id } = refund
  const due = deskRefundOf(refund)
  return (
    <Entry at={created_at} badge={<RefundBadge {...refund} />} title={moneyText(amount, currency)}>
      <div className="text-[.9375rem]">
        <RefundReasons refund={refund} />
      </div>
      {due ? (
        <div>
          <Button kind="secondary" onClick={() => deskRefundDialog.open(due)} isSmall>
            {deskText.paidBack(due.pay)}
          </Button>
        </div>
      ) : (
        <IdText id={refund_id ?? payment_id} />
      )}
      {bank_reference && <BankReference reference={bank_reference} />}
    </Entry>
  )
}

function DisputeEntry({ dispute }: { dispute: BookingPayments['disputes'][number] }) {
  const now = useRenderTime()
  const { created_at, dispute_id, phase, reason, status } = dispute
  return (
    <Entry at={created_at} badge={<DisputeBadge status={status} />} title={disputesText.amountText(dispute)}>
      <p>{disputesText.phaseText(phase)}</p>
      {reason && <p className="caption">{disputesText.reasonText(reason)}</p>}
      <p>
        <DisputeProgress dispute={dispute} now={now} />
      </p>
      <IdText id={dispute_id} />
    </Entry>
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

/** What was paid for a booking, and what went back. */
export function PaymentDetails({ booking, details }: { booking: BookingForAdmin; details: BookingPayments }) {
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
        <Entries>
          {attempts.map(attempt => (
            <AttemptEntry attempt={attempt} key={keyOf(attempt)} />
          ))}
        </Entries>
      </PanelSection>
      {disputes.length > 0 && (
        <PanelSection title={disputesText.disputesTitle}>
          <Entries>
            {disputes.map(dispute => (
              <DisputeEntry dispute={dispute} key={dispute.dispute_id} />
            ))}
          </Entries>
        </PanelSection>
      )}
      <PanelSection title={refundsText.paymentDetails.refunds}>
        {kept ? (
          <p className="numeric">{refundsText.keptText(kept)}</p>
        ) : (
          refunds.length === 0 && <p className="muted">{refundsText.paymentDetails.noRefunds}</p>
        )}
        <Entries>
          {refunds.map(refund => (
            <RefundEntry key={refund.id} refund={refund} />
          ))}
        </Entries>
        <GoodwillForm booking={booking} />
      </PanelSection>
      {compensation && <Compensation owed={compensation} />}
      {order_id && <CheckNowButton />}
    </>
  )
}
