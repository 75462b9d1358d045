import type { Booking } from '#contract/bookings/my-bookings.ts'
import { HOLD_SECONDS } from '#domain/constants.ts'
import { countdownText } from '#domain/time.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { useFocusHandedOn } from '#islands/ui/hooks/use-focus-transfer.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/my-bookings.ts'
import { $fetchingQuestion, askToGiveUp, CAN_GIVE_UP } from '#stores/my-bookings/cancel-question.ts'
import { $paying, completePayment, heldForMs } from '#stores/my-bookings/my-bookings.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'
import { question } from './cancel-hold.tsx'

const MINUTE_MS = 60_000
const ANNOUNCED_MINUTES = [1, 5]

export function PaymentDue({ booking, now }: { booking: Booking; now: Date }) {
  const paying = useStore($paying) === booking.id
  const isFetching = useStore($fetchingQuestion)
  const isOffline = useStore($outdated)?.is_offline
  const left = heldForMs(booking, now)
  const going = useFocusHandedOn<HTMLDivElement>()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4" ref={going}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] @max-[13rem]:grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2.5 rounded-control bg-yellow-bg px-3.5 py-3 text-[.9375rem]/[1.4] text-yellow-fg">
        <div>
          <p className="font-bold">{text.paymentRequired}</p>
          <p>{text.completeToConfirm}</p>
        </div>
        {Number.isFinite(left) && <Countdown left={left} />}
      </div>
      <Button busy={paying} disabled={isOffline} onClick={() => void completePayment(booking)} wide>
        {paying ? text.processing : text.completePayment}
      </Button>
      {CAN_GIVE_UP && (
        <div className="-my-2 grid justify-items-center">
          <Button
            busy={isFetching}
            disabled={paying || isOffline}
            kind="quiet"
            onClick={() => void askToGiveUp(booking, question)}
            small
          >
            {text.giveUp}
          </Button>
        </div>
      )}
    </div>
  )
}

function Countdown({ left }: { left: number }) {
  const share = Math.min(1, left / (HOLD_SECONDS * 1000))
  const soon = ANNOUNCED_MINUTES.find(minutes => left <= minutes * MINUTE_MS)
  return (
    <>
      <p className="text-end text-[.8125rem] font-[550] @max-[13rem]:text-start">
        {text.heldFor}
        <span className="num block text-2xl/[1.15] font-[750]" role="timer">
          {countdownText(left)}
        </span>
      </p>
      <svg aria-hidden="true" className="col-span-full h-1.5 w-full">
        <rect className="fill-yellow-fg/20" height="6" rx="3" width="100%" />
        <rect
          className={left <= MINUTE_MS ? 'fill-danger' : 'fill-yellow-fg'}
          height="6"
          rx="3"
          width={`${share * 100}%`}
        />
      </svg>
      {/* The timer itself is silent; these two moments are not. */}
      <p aria-live="polite" className="sr-only">
        {soon && text.minutesToPay(soon)}
      </p>
    </>
  )
}
