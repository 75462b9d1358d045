import { atom } from 'nanostores'
import { session } from '#client/device/browser.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { displayStatus } from '#domain/booking-status.ts'
import { paymentSucceeded } from '#messages/payment-results.ts'
import { toast } from '#stores/app/toasts.ts'
import { $paymentTrouble } from './payment-trouble.ts'

// Money may have gone whose booking is not confirmed yet (decision 35): it is waited for, not asked for again.

const REMEMBERED = 'confirming'
const BACK_OFF_SECONDS = [2, 4, 8, 16, 30] as const

/** The ids of the bookings on screen that are waited for. */
export const $confirming = atom<readonly string[]>([])

let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined

function remembered(): string[] {
  const value = session.read(REMEMBERED)
  return Array.isArray(value) ? value.filter(id => typeof id === 'string') : []
}

/** Kept in this tab over a navigation, for My Bookings to wait for. */
export function rememberUnconfirmed(booking_id: string): void {
  session.write(REMEMBERED, [...new Set([...remembered(), booking_id])])
}

/** Looks what has become of the payments, and lets `ask` ask again, ever more rarely, until nothing is waited for. */
export function followConfirming(bookings: readonly Booking[], ask: () => void): void {
  const known = bookings.filter(({ id, is_settling }) => is_settling || remembered().includes(id))
  const waiting = known.filter(isWaiting).map(({ id }) => id)
  session.write(REMEMBERED, waiting)
  $confirming.set(waiting)
  if (known.some(({ payment_status }) => payment_status === 'Completed')) sayConfirmed()
  clearTimeout(timer)
  if (waiting.length > 0) askLater(ask)
  else tries = 0
}

/** Without an end to its hold, a booking could be waited for without end. */
function isWaiting(booking: Booking): boolean {
  return Boolean(booking.expires_at) && displayStatus(booking, new Date()) === 'Payment Pending'
}

function sayConfirmed(): void {
  $paymentTrouble.set(null)
  toast('success', paymentSucceeded)
}

function askLater(ask: () => void): void {
  const seconds = BACK_OFF_SECONDS[tries] ?? BACK_OFF_SECONDS[BACK_OFF_SECONDS.length - 1]
  timer = setTimeout(() => {
    tries += 1
    askLater(ask)
    ask()
  }, Number(seconds) * 1000)
}

export function stopConfirming(): void {
  clearTimeout(timer)
  tries = 0
}
