// @vitest-environment jsdom

import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { BookingCard } from '#islands/my-bookings/booking-card.tsx'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import { $pendingReturns } from '#stores/my-bookings/manage-ride/pending-return.ts'
import { NOW, riding, tomorrow } from '#tests/stores/my-bookings/bookings.ts'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  $pendingReturns.set([])
})

/** The card of a ride as the first of My Bookings. */
async function cardOf(booking: typeof riding): Promise<HTMLElement> {
  const card = document.createElement('ul')
  await act(async () =>
    createRoot(card).render(<BookingCard booking={booking} isMain now={NOW} payableExtension={undefined} />)
  )
  return card
}

test('a ride ahead says when it starts, and is quieter than the one that runs', async () => {
  const [ahead, running] = [await cardOf({ ...tomorrow, otp_pin: '482915' }), await cardOf(riding)]
  expect(ahead.textContent).toContain('Starts Tue 16 Jun, 8:30\u00a0am')
  expect(running.textContent).toContain('2 h 16 min left')
  const accents = [ahead, running].map(({ innerHTML }) => innerHTML.includes('border-accent'))
  expect(accents).toEqual([false, true])
})

test('a ride whose return waits on the phone is not shown as running', async () => {
  $pendingReturns.set([{ account: 'r0', id: riding.id, photo_id: null, pressed_at: NOW.toISOString() }])
  const { textContent } = await cardOf(riding)
  expect(textContent).toContain(rideCardText.returnSentLater)
  expect(textContent).not.toMatch(/Active|left/)
})
