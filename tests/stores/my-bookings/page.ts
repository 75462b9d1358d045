import { beforeEach } from 'vitest'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import type { InitialMyBookingsData } from '#stores/my-bookings/bookings.ts'
import { setUpRiderPage } from '#tests/stores/booking/page.ts'
import { advanceTime, mountStores, server } from '#tests/stores/browser-tab.ts'
import { NOW, riding } from './bookings.ts'

// The page of My Bookings with a server that answers it.

export const listRequests = () => server.requestCount(listMyBookings)

/** Opens My Bookings, with or without initial data. */
export async function arrive(initialData?: InitialMyBookingsData) {
  const store = {
    ...(await import('#stores/my-bookings/bookings.ts')),
    ...(await import('#stores/my-bookings/my-bookings.ts'))
  }
  // The fake clock must advance only when a test advances it.
  await import('#stores/my-bookings/resume-payment.ts')
  if (initialData) {
    const { applyEntries } = await import('#stores/kit/ssr-values.ts')
    applyEntries(store.myBookingsSsrEntries(initialData), new Date(initialData.now))
  }
  mountStores(store.$bookings)
  return store
}

/**
 * Opens My Bookings with what can be done with a booking, and with the stores that `importStores` adds. `booking` is
 * the first of the list.
 */
export async function openWithDialogs<Stores extends object>(importStores: () => Promise<Stores>) {
  const page = await arrive()
  const dialogs = await import('#stores/my-bookings/booking-dialogs.ts')
  const stores = await importStores()
  await advanceTime(1000)
  const bookings = page.$bookings.get()
  const booking = typeof bookings === 'string' ? undefined : bookings[0]
  if (!booking) throw new Error('My Bookings shows no booking')
  return { ...page, ...dialogs, ...stores, booking }
}

export function becomeVisible() {
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Signs in a rider before each test of the file, and leaves the page after it. */
export function setUpMyBookings(): void {
  setUpRiderPage({ now: NOW.toISOString(), path: '/my-bookings' })
  beforeEach(() => server.answer(listMyBookings, [riding]))
}
