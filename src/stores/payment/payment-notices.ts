import { atom } from 'nanostores'
import { tabStorage } from '#client/device/storage.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import type { Order } from '#contract/payments/orders.ts'
import { displayStatus } from '#domain/bookings/booking-status.ts'
import { rupeesOf } from '#domain/money.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { toast } from '#stores/app/toasts.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import type { PaymentOutcome } from './pay-order.ts'

interface PaymentError {
  sentence: string
  /** The provider's payment id, for support. */
  payment_id: string
  /** The price in rupees, if the payment may still be confirmed; null if the server has rejected it. */
  amountBeingConfirmed: number | null
  /** The property's own number of support. */
  supportPhone?: string | null | undefined
}

/** An error about money that may have been taken. It stays on screen after its toast. */
export const $paymentError = atom<PaymentError | null>(null)

interface PriceConfirmation {
  resolve: (agreed: boolean) => void
  /** Both prices in rupees: the order's, and the one that the page showed. */
  orderPrice: number
  shownPrice: number
}

/** Set when the order's price differs from the price that the page showed; the rider must confirm it. */
export const $priceConfirmation = atom<PriceConfirmation | null>(null)

/** Returns whether the rider agrees to the order's price. Asks only if it differs from `shownPrice`, in rupees. */
export async function confirmPrice(order: Order, shownPrice: number): Promise<boolean> {
  const orderPrice = rupeesOf(order.amount)
  if (orderPrice === shownPrice) return true
  const agreed = await new Promise<boolean>(resolve => $priceConfirmation.set({ resolve, orderPrice, shownPrice }))
  $priceConfirmation.set(null)
  return agreed
}

// A payment may be taken before its booking is confirmed: the server reports its hold as settling, or it could not be
// verified in this tab. Poll such bookings instead of asking for another payment.

// Tabs that are open during an update have this key.
const STORAGE_KEY = 'confirming'
const BACK_OFF_SECONDS = [2, 4, 8, 16, 30] as const

/** Ids of the listed bookings whose payment is not confirmed yet. */
export const $unconfirmedIds = atom<readonly string[]>([])

let attempts = 0
let timer: ReturnType<typeof setTimeout> | undefined

export type PaidBooking = Pick<Booking, 'end_time' | 'id'>

/** Both identify a booking. A paid extension is a part of its ride, which has the end of the extension, not its id. */
const keysOf = ({ end_time, id }: PaidBooking) => [id, end_time]

function storedKeys(): string[] {
  const value = tabStorage.read(STORAGE_KEY)
  return Array.isArray(value) ? value.filter(key => typeof key === 'string') : []
}

/** Keys of the payments that may be taken on this page. Late money can settle one after its hold has ended. */
const keysOfPage = new Set<string>()

/** Stores a payment that may be taken in this tab, across navigation, so that My Bookings can poll its booking. */
export function storeIfUnconfirmed(booking: PaidBooking, outcome: PaymentOutcome): void {
  if (outcome !== 'unconfirmed' && outcome !== 'unverified') return
  for (const key of keysOf(booking)) keysOfPage.add(key)
  tabStorage.write(STORAGE_KEY, [...new Set([...storedKeys(), ...keysOf(booking)])])
}

/** The payment of the booking is unconfirmed: the server says so, or its id is one of `unconfirmedIds`. */
export const isUnconfirmed = (
  { id, is_settling }: Pick<Booking, 'id' | 'is_settling'>,
  unconfirmedIds: readonly string[]
) => is_settling || unconfirmedIds.includes(id)

const isCompleted = ({ payment_status }: Booking) => payment_status === 'Completed'
/** The server knows the payment: it pays for the booking or is refunded. */
const isSettled = ({ payment_status }: Booking) => payment_status !== 'Pending' && payment_status !== 'Failed'

/** Updates the unconfirmed payments, and calls `reload` with increasing delays until none is left. */
export function trackUnconfirmed(bookings: readonly Booking[], reload: () => void): void {
  const stored = [...storedKeys(), ...keysOfPage]
  const tracked = bookings.filter(
    booking =>
      booking.is_settling ||
      stored.includes(booking.id) ||
      // An unpaid hold with this end can be another one, whose payment must stay possible.
      (isCompleted(booking) && stored.includes(booking.end_time))
  )
  const unconfirmed = tracked.filter(isPollable)
  tabStorage.write(STORAGE_KEY, unconfirmed.flatMap(keysOf))
  $unconfirmedIds.set(unconfirmed.map(({ id }) => id))
  const settled = tracked.filter(isSettled)
  for (const key of settled.flatMap(keysOf)) keysOfPage.delete(key)
  if (settled.length > 0) $paymentError.set(null)
  if (settled.some(isCompleted)) toast('success', paymentsText.paymentSucceeded)
  clearTimeout(timer)
  if (unconfirmed.length > 0) scheduleReload(reload)
  else attempts = 0
}

/** Without `expires_at`, a booking could be polled forever. */
function isPollable(booking: Booking): boolean {
  return Boolean(booking.expires_at) && displayStatus(booking, currentTime()) === 'Payment Pending'
}

function scheduleReload(reload: () => void): void {
  const seconds = BACK_OFF_SECONDS[attempts] ?? BACK_OFF_SECONDS.at(-1)
  timer = setTimeout(() => {
    attempts += 1
    scheduleReload(reload)
    reload()
  }, Number(seconds) * SECOND_MS)
}

export function stopPolling(): void {
  clearTimeout(timer)
  attempts = 0
}
