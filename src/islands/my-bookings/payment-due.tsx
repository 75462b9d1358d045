import type { Booking } from '#contract/bookings/my-bookings.ts'
import { rupeesText } from '#domain/catalogue/pricing.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { countdownText } from '#domain/time/time-texts.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { useFocusFallback } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as labels from '#messages/labels.ts'
import * as extensionText from '#messages/my-bookings/manage-ride.ts'
import * as text from '#messages/my-bookings/my-bookings.ts'
import { completePaymentLabel } from '#messages/payments/payments.ts'
import { HAS_HOLDS } from '#stores/kit/backend-features.ts'
import { holdCountdown, holdRemainingMs, timeOrDayText } from '#stores/my-bookings/booking-details.ts'
import { $isDialogLoading, openCancelDialog } from '#stores/my-bookings/booking-dialogs.ts'
import { $payingBookingId } from '#stores/my-bookings/bookings-state.ts'
import { completePayment } from '#stores/my-bookings/complete-payment.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'
import { loadBookingDialogs } from './booking-actions.tsx'

/** The payment of an unpaid booking or extension. */
export function PaymentDue({ booking, now }: { booking: Booking; now: Date }) {
  const isPaying = useStore($payingBookingId) === booking.id
  const isFetching = useStore($isDialogLoading)
  const isOffline = useStore($outdated)?.isOffline
  const remainingMs = holdRemainingMs(booking, now)
  const isExtension = booking.kind === 'extension'
  const endText = timeOrDayText(parseInstant(booking.end_time), now)
  const focusFallback = useFocusFallback<HTMLDivElement>()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4" ref={focusFallback}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] @max-[13rem]:grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2.5 rounded-control bg-yellow-bg px-3.5 py-3 text-[.9375rem]/[1.4] text-yellow-fg">
        <div>
          <p className="font-bold">{isExtension ? extensionText.extensionUntil(endText) : text.paymentRequired}</p>
          <p>{isExtension ? extensionText.completeToExtend : text.completeToConfirm}</p>
        </div>
        {Number.isFinite(remainingMs) && <Countdown remainingMs={remainingMs} />}
      </div>
      {booking.amount ? (
        <p className="flex items-baseline justify-between gap-x-3 font-semibold">
          {text.toPay}
          <span className="numeric text-2xl/[1.15] font-[750]">{rupeesText(booking.amount)}</span>
        </p>
      ) : null}
      <Button
        isBusy={isPaying}
        busyLabel={labels.processing}
        disabled={isOffline}
        onClick={() => void completePayment(booking)}
        isWide
      >
        {completePaymentLabel}
      </Button>
      {HAS_HOLDS && (
        <div className="-my-[8px] grid justify-items-center">
          <Button
            isBusy={isFetching}
            disabled={isPaying || isOffline}
            kind="ghost"
            onClick={() => void openCancelDialog(booking, loadBookingDialogs)}
            isSmall
          >
            {isExtension ? extensionText.cancelExtension : labels.cancelBooking}
          </Button>
        </div>
      )}
    </div>
  )
}

function Countdown({ remainingMs }: { remainingMs: number }) {
  const { announcedMinutes, isLastMinute, ratio } = holdCountdown(remainingMs)
  return (
    <>
      <p className="text-end text-[.8125rem] font-[550] @max-[13rem]:text-start">
        {text.payWithin}
        <span className="numeric block text-2xl/[1.15] font-[750]" role="timer">
          {countdownText(remainingMs)}
        </span>
      </p>
      <svg aria-hidden="true" className="col-span-full h-1.5 w-full">
        <rect className="fill-yellow-fg/20" height="6" rx="3" width="100%" />
        <rect className={isLastMinute ? 'fill-danger' : 'fill-yellow-fg'} height="6" rx="3" width={`${ratio * 100}%`} />
      </svg>
      {/* The timer is not announced; only two moments before its end are. */}
      <p aria-live="polite" className="sr-only">
        {announcedMinutes && text.minutesToPay(announcedMinutes)}
      </p>
    </>
  )
}
