import { atom, onMount } from 'nanostores'
import { goTo, whenVisibleAgain } from '#client/device/browser.ts'
import { call } from '#client/http/api.ts'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'
import { ApiProblem } from '#client/http/problem.ts'
import { createHourlyBooking, type Order } from '#contract/bookings/bookings.ts'
import { rupeesOf } from '#domain/pricing.ts'
import { PATHS } from '#domain/routes.ts'
import { dateText, dayOf, dayText, instantFrom, rangeText, timeText } from '#domain/time.ts'
import * as text from '#messages/booking.ts'
import { toast, toastAfterNavigation } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/busy.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { whenOnScreen } from '#stores/session/session.ts'
import { refreshAvailability } from './availability.ts'
import { rememberUnconfirmed } from './confirming.ts'
import { $offer, $ride, plansArrived } from './offers.ts'
import { $bookingPage, loadBookingPage } from './page.ts'
import { $paymentTrouble } from './payment-trouble.ts'
import { $day, $slot, $timeRefused, checkClock, chooseSlot } from './times.ts'

/** Whether a scooter is held while its rider pays; only our own backend promises it. */
export const HOLDS_WHILE_PAYING = !IS_EXTERNAL_BACKEND

export const $processing = atom(false)

/** What is still to be chosen, the first of it. */
type Gap = 'offer' | 'time'
const $gap = computed([$slot, $offer], (slot, offer): Gap | null => {
  if (slot === null) return 'time'
  return offer === null ? 'offer' : null
})

const $pressedEarly = atom(false)
/** What is pointed out as missing, once Book Now was pressed without it. */
export const $missing = computed([$pressedEarly, $gap], (pressed_early, gap) => (pressed_early ? gap : null))

const payment = () => import('./payment.ts')
// It is there once the rest is chosen; where it fails to come, Book Now says so.
onMount($missing, () => $slot.listen(() => void payment().catch(() => undefined)))

// Whoever comes back from paying elsewhere is not led away from what he pays for.
whenOnScreen($processing, () => whenVisibleAgain(() => $processing.get() || void loadBookingPage()))

interface PriceQuestion {
  answer: (agreed: boolean) => void
  /** Rupees: what the page said, and what the order says. */
  asked: number
  shown: number
}

/** Asked when the server charges another price than the page has shown (decision 23). */
export const $priceQuestion = atom<PriceQuestion | null>(null)

/** Where the rider has to look next: at what is missing or refused, or at what went wrong with the money. */
export type Concern = Gap | 'trouble'

/** Orders and pays what is chosen. */
export async function book(): Promise<Concern | null> {
  let gap: Gap | null = null
  await whileBusy($processing, text.bookingFailed, async () => {
    await plansArrived()
    checkClock()
    gap = $gap.get()
    $pressedEarly.set(gap !== null)
    if (gap === null) await orderAndPay()
    else toast('error', text.choosePlanFirst)
  })
  if (gap !== null) return gap
  if ($timeRefused.get()) return 'time'
  return $paymentTrouble.get() ? 'trouble' : null
}

async function orderAndPay(): Promise<void> {
  const page = $bookingPage.get()
  const offer = $offer.get()
  const ride = $ride.get()
  if (!page || !offer || !ride) return

  $timeRefused.set('')
  // First of all: nothing is held that could not be paid.
  const { cancelOrder, payOrder } = await payment()
  const body = { ...offer.chosen, scooter_id: page.scooter.id, start_time: ride.start.toISOString() }
  const order = await call(createHourlyBooking, { body }).catch(tellConflict)
  if (!order) return
  if (!(await agreesTo(order, offer.cost))) {
    cancelOrder(order)
    return
  }
  const when = `${dayText($day.get())}, ${rangeText(ride.start, ride.end)}`
  const outcome = await payOrder(order, {
    description: text.checkoutDescription(page.scooter.name, when),
    payer: page.profile,
    sayPaid: toastAfterNavigation
  })
  // A payment session of our own backend bears its booking's id.
  if (outcome === 'confirming' || outcome === 'unverified') rememberUnconfirmed(order.session_id)
  if (outcome !== 'confirming' && outcome !== 'paid') return
  // The page may come back from the browser's memory: the time is booked now, and not to be booked twice.
  chooseSlot(null)
  goTo(PATHS.myBookings)
}

/** A taken time is said beside the times, with what the server tells of it; everything else is thrown on. */
function tellConflict(error: unknown): null {
  if (!(error instanceof ApiProblem) || error.status !== 400) throw error
  if (typeof error.detail !== 'string' || !error.detail.includes('Booking conflict')) throw error
  const sentence = conflictSentence(error.headers, new Date())
  $timeRefused.set(sentence)
  toast('error', sentence)
  void refreshAvailability()
  return null
}

function conflictSentence(headers: Headers, now: Date): string {
  const start = instantFrom(headers.get('x-conflict-start') ?? '')
  const end = instantFrom(headers.get('x-conflict-end') ?? '')
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return text.slotTaken
  const day = dayOf(start)
  return text.bookedBetween(timeText(start), timeText(end), day === dayOf(now) ? null : dateText(day))
}

async function agreesTo(order: Order, shown: number): Promise<boolean> {
  const asked = rupeesOf(order.amount)
  if (asked === shown) return true
  const agreed = await new Promise<boolean>(answer => $priceQuestion.set({ answer, asked, shown }))
  $priceQuestion.set(null)
  return agreed
}
