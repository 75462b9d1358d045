import { atom } from 'nanostores'
import { readCookie, writeCookie } from '#client/device/storage.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { bookingReference } from '#domain/bookings/rides.ts'
import { READ_NOTICES_COOKIE } from '#domain/constants.ts'
import { DAY_SECONDS } from '#domain/time/time-units.ts'

// The notices of cancelled and refunded bookings that the rider has read on this device. A cookie has them, so that the
// server does not render them again.

const READ_MAX = 50
const KEPT_SECONDS = 60 * DAY_SECONDS
const SEPARATOR = '.'

/** The keys of the read notices, as in the cookie. */
export const $readNotices = atom('')

export function loadReadNotices(): void {
  $readNotices.set(readCookie(READ_NOTICES_COOKIE) ?? '')
}

/** A refund that has arrived is news again. */
const keyOf = ({ id, refund_status }: Booking) => `${bookingReference(id)}${refund_status === 'processed' ? '+' : ''}`

export const isRead = (booking: Booking, read: string): boolean => read.split(SEPARATOR).includes(keyOf(booking))

export function markRead(booking: Booking): void {
  // Another tab may have read others.
  loadReadNotices()
  const keys = [...$readNotices.get().split(SEPARATOR), keyOf(booking)].filter(Boolean).slice(-READ_MAX)
  $readNotices.set(keys.join(SEPARATOR))
  writeCookie(READ_NOTICES_COOKIE, $readNotices.get(), KEPT_SECONDS)
}
