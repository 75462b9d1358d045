import { atom } from 'nanostores'
import { tabStorage } from '#client/device/browser.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { displayStatus } from '#domain/booking-status.ts'
import { paymentSucceeded } from '#messages/payment-results.ts'
import { toast } from '#stores/app/toasts.ts'
import { $paymentError } from './payment-error.ts'

// Money may have gone whose booking is not confirmed yet (decision 35): it is waited for, not asked for again.

const STORAGE_KEY = 'confirming'
const BACK_OFF_SECONDS = [2, 4, 8, 16, 30] as const

/** The ids of the bookings on screen that are waited for. */
export const $confirming = atom<readonly string[]>([])

let attempts = 0
let timer: ReturnType<typeof setTimeout> | undefined

function storedIds(): string[] {
  const value = tabStorage.read(STORAGE_KEY)
  return Array.isArray(value) ? value.filter(id => typeof id === 'string') : []
}

/** Kept in this tab over a navigation, for My Bookings to wait for. */
export function storeConfirming(bookingId: string): void {
  tabStorage.write(STORAGE_KEY, [...new Set([...storedIds(), bookingId])])
}

/** Looks what has become of the payments, and lets `ask` ask again, ever more rarely, until nothing is waited for. */
export function trackConfirming(bookings: readonly Booking[], reload: () => void): void {
  const tracked = bookings.filter(({ id, is_settling }) => is_settling || storedIds().includes(id))
  const confirmingIds = tracked.filter(isConfirming).map(({ id }) => id)
  tabStorage.write(STORAGE_KEY, confirmingIds)
  $confirming.set(confirmingIds)
  if (tracked.some(({ payment_status }) => payment_status === 'Completed')) toastConfirmed()
  clearTimeout(timer)
  if (confirmingIds.length > 0) scheduleReload(reload)
  else attempts = 0
}

/** Without an end to its hold, a booking could be waited for without end. */
function isConfirming(booking: Booking): boolean {
  return Boolean(booking.expires_at) && displayStatus(booking, new Date()) === 'Payment Pending'
}

function toastConfirmed(): void {
  $paymentError.set(null)
  toast('success', paymentSucceeded)
}

function scheduleReload(reload: () => void): void {
  const seconds = BACK_OFF_SECONDS[attempts] ?? BACK_OFF_SECONDS[BACK_OFF_SECONDS.length - 1]
  timer = setTimeout(() => {
    attempts += 1
    scheduleReload(reload)
    reload()
  }, Number(seconds) * 1000)
}

export function stopConfirming(): void {
  clearTimeout(timer)
  attempts = 0
}
