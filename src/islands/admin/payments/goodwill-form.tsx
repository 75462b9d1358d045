import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { useFocusFirstError } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as forms from '#messages/admin/forms.ts'
import { goodwill as text } from '#messages/admin/payments/booking-payments.ts'
import { refundProgress } from '#messages/admin/payments/refunds.ts'
import * as labels from '#messages/labels.ts'
import {
  $goodwillBookingId,
  $isRefunding,
  closeGoodwill,
  goodwillFields,
  leftToRefund,
  openGoodwill,
  sendGoodwill,
  setGoodwillField
} from '#stores/admin/payments/booking-payments.ts'

/** Refunds a part of the payment. Not offered if nothing is left or a dispute blocks refunds. */
export function GoodwillForm({ booking }: { booking: BookingForAdmin }) {
  const isOpen = useStore($goodwillBookingId) === booking.id
  if (leftToRefund(booking) <= 0) return null
  if (isOpen) return <GoodwillFields booking={booking} />
  return (
    <Button kind="secondary" onClick={() => openGoodwill(booking)} isSmall>
      {text.open}
    </Button>
  )
}

function GoodwillFields({ booking }: { booking: BookingForAdmin }) {
  const { amount, reason } = useStore(goodwillFields.$fields)
  const errors = useStore(goodwillFields.$errors)
  const isRefunding = useStore($isRefunding)
  const form = useFocusFirstError(useStore(goodwillFields.$errorCount))
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void sendGoodwill()
      }}
      ref={form}
    >
      <TextField
        autoComplete="off"
        autoFocus
        error={errors.amount}
        hint={text.atMost(leftToRefund(booking))}
        inputMode="numeric"
        label={text.amount}
        onChange={typed => setGoodwillField('amount', typed)}
        required
        value={amount}
      />
      <TextField
        autoComplete="off"
        error={errors.reason}
        hint={forms.reasonHint}
        label={forms.reason}
        onChange={typed => setGoodwillField('reason', typed)}
        required
        value={reason}
      />
      <p className="muted">{text.consequence}</p>
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isRefunding} busyLabel={refundProgress.sending} type="submit">
          {text.send}
        </Button>
        <Button kind="secondary" onClick={closeGoodwill}>
          {labels.cancel}
        </Button>
      </div>
    </form>
  )
}
