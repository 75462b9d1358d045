import { atom, onMount } from 'nanostores'
import { goTo, whenVisibleAgain } from '#client/device/browser.ts'
import { call } from '#client/http/api.ts'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'
import { ApiProblem } from '#client/http/problem.ts'
import { createHourlyBooking, type Order } from '#contract/bookings/bookings.ts'
import { rupeesOf } from '#domain/pricing.ts'
import { PATHS } from '#domain/routes.ts'
import { dateText, dayOf, dayText, parseInstant, rangeText, timeText } from '#domain/time.ts'
import * as text from '#messages/booking.ts'
import { toast, toastAfterNavigation } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/busy.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { whenMounted } from '#stores/session/session.ts'
import { refreshAvailability } from './availability.ts'
import { storeConfirming } from './confirming.ts'
import { $offer, $ride, plansLoaded } from './offers.ts'
import { $bookingPage, loadBookingPage } from './page.ts'
import { $paymentError } from './payment-error.ts'
import { $day, $slot, $timeError, checkClock, chooseSlot } from './times.ts'

/** Whether a scooter is held while its rider pays; only our own backend promises it. */
export const SUPPORTS_HOLDS = !IS_EXTERNAL_BACKEND

export const $processing = atom(false)

/** What is still to be chosen, the first of it. */
type MissingChoice = 'offer' | 'time'
const $missingChoice = computed([$slot, $offer], (slot, offer): MissingChoice | null => {
  if (slot === null) return 'time'
  return offer === null ? 'offer' : null
})

const $wasSubmittedIncomplete = atom(false)
/** What is pointed out as missing, once Book Now was pressed without it. */
export const $highlightedChoice = computed([$wasSubmittedIncomplete, $missingChoice], (wasSubmittedIncomplete, gap) =>
  wasSubmittedIncomplete ? gap : null
)

const loadPayment = () => import('./payment.ts')
// It is there once the rest is chosen; where it fails to come, Book Now says so.
onMount($highlightedChoice, () => $slot.listen(() => void loadPayment().catch(() => undefined)))

// Whoever comes back from paying elsewhere is not led away from what he pays for.
whenMounted($processing, () => whenVisibleAgain(() => $processing.get() || void loadBookingPage()))

interface PriceConfirmation {
  resolve: (agreed: boolean) => void
  /** Rupees: what the page said, and what the order says. */
  orderPrice: number
  shownPrice: number
}

/** Asked when the server charges another price than the page has shown (decision 23). */
export const $priceConfirmation = atom<PriceConfirmation | null>(null)

/** Where the rider has to look next: at what is missing or refused, or at what went wrong with the money. */
export type FocusTarget = MissingChoice | 'paymentError'

/** Orders and pays what is chosen. */
export async function book(): Promise<FocusTarget | null> {
  let missing: MissingChoice | null = null
  await whileBusy($processing, text.bookingFailed, async () => {
    await plansLoaded()
    checkClock()
    missing = $missingChoice.get()
    $wasSubmittedIncomplete.set(missing !== null)
    if (missing === null) await orderAndPay()
    else toast('error', text.choosePlanFirst)
  })
  if (missing !== null) return missing
  if ($timeError.get()) return 'time'
  return $paymentError.get() ? 'paymentError' : null
}

async function orderAndPay(): Promise<void> {
  const page = $bookingPage.get()
  const offer = $offer.get()
  const ride = $ride.get()
  if (!page || !offer || !ride) return

  $timeError.set('')
  // First of all: nothing is held that could not be paid.
  const { cancelOrder, payOrder } = await loadPayment()
  const body = { ...offer.orderFields, scooter_id: page.scooter.id, start_time: ride.start.toISOString() }
  const order = await call(createHourlyBooking, { body }).catch(showConflict)
  if (!order) return
  if (!(await confirmPrice(order, offer.cost))) {
    cancelOrder(order)
    return
  }
  const when = `${dayText($day.get())}, ${rangeText(ride.start, ride.end)}`
  const outcome = await payOrder(order, {
    description: text.checkoutDescription(page.scooter.name, when),
    payer: page.profile,
    showSuccess: toastAfterNavigation
  })
  // A payment session of our own backend bears its booking's id.
  if (outcome === 'confirming' || outcome === 'unverified') storeConfirming(order.session_id)
  if (outcome !== 'confirming' && outcome !== 'paid') return
  // The page may come back from the browser's memory: the time is booked now, and not to be booked twice.
  chooseSlot(null)
  goTo(PATHS.myBookings)
}

/** A taken time is said beside the times, with what the server tells of it; everything else is thrown on. */
function showConflict(error: unknown): null {
  if (!(error instanceof ApiProblem) || error.status !== 400) throw error
  if (typeof error.detail !== 'string' || !error.detail.includes('Booking conflict')) throw error
  const sentence = conflictMessage(error.headers, new Date())
  $timeError.set(sentence)
  toast('error', sentence)
  void refreshAvailability()
  return null
}

function conflictMessage(headers: Headers, now: Date): string {
  const start = parseInstant(headers.get('x-conflict-start') ?? '')
  const end = parseInstant(headers.get('x-conflict-end') ?? '')
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return text.slotTaken
  const day = dayOf(start)
  return text.bookedBetween(timeText(start), timeText(end), day === dayOf(now) ? null : dateText(day))
}

async function confirmPrice(order: Order, shownPrice: number): Promise<boolean> {
  const orderPrice = rupeesOf(order.amount)
  if (orderPrice === shownPrice) return true
  const agreed = await new Promise<boolean>(resolve => $priceConfirmation.set({ resolve, orderPrice, shownPrice }))
  $priceConfirmation.set(null)
  return agreed
}
