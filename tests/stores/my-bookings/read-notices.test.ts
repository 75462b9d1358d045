// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { writeCookie } from '#client/device/storage.ts'
import { READ_NOTICES_COOKIE } from '#domain/constants.ts'
import { setUpRiderPage } from '#tests/stores/booking/page.ts'
import { booking, NOW } from './bookings.ts'

setUpRiderPage({ now: NOW.toISOString(), path: '/my-bookings' })

const cancelled = (id: string) =>
  booking(id, '2026-06-16T14:00:00Z', '2026-06-16T17:00:00Z', { payment_status: 'Cancelled' })

test('a notice that was read in another tab stays read', async () => {
  const { $readNotices, isRead, markRead } = await import('#stores/my-bookings/bookings.ts')
  const [here, there] = [cancelled('booking-00000001'), cancelled('booking-00000002')]
  markRead(there)
  const elsewhere = $readNotices.get()
  writeCookie(READ_NOTICES_COOKIE, '', 60)
  $readNotices.set('')
  writeCookie(READ_NOTICES_COOKIE, elsewhere, 60)
  markRead(here)
  expect([here, there].map(notice => isRead(notice, $readNotices.get()))).toEqual([true, true])
})
