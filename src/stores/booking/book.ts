import { atom, map, onMount } from 'nanostores'
import { lazyPart } from '#client/device/lazy-part.ts'
import { whenVisibleAgain } from '#client/device/page.ts'
import { call } from '#client/http/api.ts'
import { ApiError } from '#client/http/api-error.ts'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { CONFLICT_END_HEADER, CONFLICT_START_HEADER } from '#contract/kit/endpoint.ts'
import { HAS_OPERATOR_PAGES } from '#domain/backend.ts'
import { isClosedReason } from '#domain/bookings/opening.ts'
import type { TimeWindow } from '#domain/bookings/slots.ts'
import { TERMS_VERSION } from '#domain/operator.ts'
import { BOOKING_BLOCKS, type BookingBlock } from '#domain/riders/licence.ts'
import { PATHS } from '#domain/routes.ts'
import { dateText, dayOf, parseInstant, timeText } from '#domain/time/india-time.ts'
import { dayOrDateText, rangeText } from '#domain/time/time-texts.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { keepTyped } from '#stores/app/reload.ts'
import { toast, toastAfterNavigation } from '#stores/app/toasts.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { onRefusal, whileBusy } from '#stores/kit/requests.ts'
import { computed, stopAll, whenMounted } from '#stores/kit/ssr-values.ts'
import type { PaymentOutcome } from '#stores/payment/pay-order.ts'
import { $paymentError, storeIfUnconfirmed } from '#stores/payment/payment-notices.ts'
import { addRejectedWindow, refreshAvailability } from './availability.ts'
import { $offer, $ride, forgetHold, keepHold, plansLoaded } from './offers.ts'
import { $bookingBlock, $bookingPage, keepOrderBlock, loadBookingPage } from './page-data.ts'
import { $day, $slot, $timeError, checkClock, chooseSlot, rejectTime } from './times.ts'

export const $isProcessing = atom(false)

/** What the rider writes to the staff; empty if nothing. */
export const $note = map({ note_to_staff: '' })

/** A note that the rider has emptied is sent, and one that was never typed is not: a hold keeps its own. */
let isNoteTyped = false

export function writeNote(typed: string): void {
  isNoteTyped = true
  $note.setKey('note_to_staff', typed)
}

/** The first choice that is still missing. */
type MissingChoice = 'offer' | 'time'
const $missingChoice = computed([$slot, $offer], (slot, offer): MissingChoice | null => {
  if (slot === null) return 'time'
  return offer === null ? 'offer' : null
})

const $wasSubmittedIncomplete = atom(false)
/** The missing choice to highlight, after Book Now was pressed too early. */
export const $highlightedChoice = computed(
  [$wasSubmittedIncomplete, $missingChoice],
  (wasSubmittedIncomplete, missing) => (wasSubmittedIncomplete ? missing : null)
)

const payment = lazyPart(() => import('#stores/payment/pay-order.ts'))
// Once a time is selected. A failure is ignored here; Book Now reports it.
onMount($highlightedChoice, () => $slot.listen(payment.preload))

// During a payment, do not reload the page data: a reload could redirect the rider away.
whenMounted($isProcessing, () =>
  stopAll([keepTyped('booking', $note), whenVisibleAgain(() => $isProcessing.get() || void loadBookingPage())])
)

/** Where to move the focus: a missing or rejected choice, why the rider may not book, or the payment error. */
export type FocusTarget = MissingChoice | 'block' | 'payment_error'

/** Creates the order and takes the payment. Returns where to move the focus, or null. */
export async function book(): Promise<FocusTarget | null> {
  await whileBusy($isProcessing, bookingText.bookingFailed, async () => {
    await plansLoaded()
    checkClock()
    const missing = $missingChoice.get()
    $wasSubmittedIncomplete.set(missing !== null)
    if (missing === null) await orderAndPay()
    else toast('error', bookingText.choosePlanFirst)
  })
  const missingChoice = $highlightedChoice.get()
  if (missingChoice) return missingChoice
  if ($timeError.get()) return 'time'
  if ($bookingBlock.get()) return 'block'
  return $paymentError.get() ? 'payment_error' : null
}

async function orderAndPay(): Promise<void> {
  const page = $bookingPage.get()
  const offer = $offer.get()
  const ride = $ride.get()
  if (!page || !offer || !ride) return

  $timeError.set('')
  // Load the payment code first, so that no hold is created that could not be paid.
  const { payOrder } = await payment.load()
  const { note_to_staff } = $note.get()
  const body = {
    ...offer.orderFields,
    ...((isNoteTyped || note_to_staff) && { note_to_staff }),
    ...(HAS_OPERATOR_PAGES && { terms_version: TERMS_VERSION }),
    scooter_id: page.scooter.id,
    start_time: ride.start.toISOString()
  }
  const request = onRefusal(call(createHourlyBooking, { body }), BOOKING_BLOCKS, ({ code }) => {
    keepOrderBlock(code as BookingBlock, ride.end)
    return null
  })
  const order = await request.catch(showRejectedTime)
  if (order === null) return
  keepOrderBlock(null, ride.end)
  const orderedAt = currentTime()
  let isLate = false
  // A late outcome must not interrupt another payment of this page.
  const mayLeave = () => !(isLate && $isProcessing.get())
  const applyOutcome = (outcome: PaymentOutcome) => {
    // With our own backend, the session id is the booking id.
    storeIfUnconfirmed({ end_time: ride.end.toISOString(), id: order.session_id }, outcome)
    if (outcome === 'cancelled') keepHold(order, { offer, ride }, orderedAt)
    const isAccepted = outcome === 'unconfirmed' || outcome === 'paid'
    if (isAccepted || outcome === 'refused' || outcome === 'unverified') forgetHold(order)
    if (isAccepted && mayLeave()) leaveForMyBookings()
  }
  const when = `${dayOrDateText($day.get(), dayOf(orderedAt))}, ${rangeText(ride.start, ride.end, orderedAt)}`
  const outcome = await payOrder(order, {
    description: paymentsText.checkoutDescription(page.scooter.name, when),
    onLateOutcome: applyOutcome,
    payer: page.profile,
    shownPrice: offer.cost,
    supportPhone: page.scooter.support_phone,
    showSuccess: (kind, sentence) => (mayLeave() ? toastAfterNavigation : toast)(kind, sentence)
  })
  applyOutcome(outcome)
  // The page showed an old price.
  if (outcome === 'price_declined') await loadBookingPage()
  isLate = true
}

/** The page may be restored from the back/forward cache. Clear what was of this ride, so that it is not booked twice. */
function leaveForMyBookings(): void {
  chooseSlot(null)
  writeNote('')
  isNoteTyped = false
  location.assign(PATHS.myBookings)
}

/** Clears a rejected time and shows the reason beside the times. Rethrows every other error. */
function showRejectedTime(error: unknown): null {
  if (!(error instanceof ApiError) || error.status !== 400) throw error
  const window = conflictWindow(error.headers)
  const sentence = rejectionText(error, window)
  if (!sentence) throw error
  rejectTime(sentence)
  if (window) addRejectedWindow(window)
  toast('error', sentence)
  void refreshAvailability()
  // The page showed the opening hours of before.
  if (isClosedReason(error.code)) void loadBookingPage()
  return null
}

/** What the device's clock, or another page of the rider, did not know. */
const REJECTED_TIME = ['own_ride_overlaps', 'start_passed', 'start_too_soon'] as const

/** Why a time was rejected; null if the order failed for another reason. */
function rejectionText({ code, sentence = '' }: ApiError, window: TimeWindow | null): string | null {
  if (isClosedReason(code) || REJECTED_TIME.some(each => each === code)) return sentence
  // Other backends send no code; the specification names the sentence.
  if (code !== 'booking_conflict' && !sentence.includes(bookingText.bookingConflictPrefix)) return null
  if (window === null) return bookingText.slotTaken
  const { end, start } = window
  const day = dayOf(start)
  return bookingText.bookedBetween(timeText(start), timeText(end), day === dayOf(currentTime()) ? null : dateText(day))
}

function conflictWindow(headers: Headers): TimeWindow | null {
  const start = parseInstant(headers.get(CONFLICT_START_HEADER) ?? '')
  const end = parseInstant(headers.get(CONFLICT_END_HEADER) ?? '')
  return Number.isNaN(start.getTime()) || Number.isNaN(end.getTime()) ? null : { end, start }
}
