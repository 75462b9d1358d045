import { beforeEach, vi } from 'vitest'
import { advanceTime, json } from '#tests/helpers/servers/api-server.ts'
import { dialogs, order, ProviderDialog } from '#tests/stores/payment/provider-dialog.ts'
import { onLeave, setUpRiderTab } from '#tests/stores/rider-tab.ts'

// The booking page of a rider of Palm Grove, with a provider's dialog that can be pressed.

const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
export const errandRun = { available_days: EVERY_DAY, cost: 140, hours: 3, id: 2, is_active: true, name: 'Errand Run' }
export const quickHop = { ...errandRun, cost: 50, hours: 1, id: 1, name: 'Quick Hop' }

export async function dialog(): Promise<ProviderDialog> {
  await advanceTime(20)
  const opened = dialogs.at(-1)
  if (!opened) throw new Error('no dialog was opened')
  return opened
}

const replies = () => ({
  '/api/bookings/hourly': () => json(order),
  '/api/bookings/payment-failed': () => json({ success: true }),
  '/api/bookings/payment-success': () => json({ payment_status: 'Completed', success: true }),
  '/api/profile': () => json({ email: 'r@demo.test', name: 'Asha', phone: '098450 12345', property_id: 1 }),
  '/api/properties': () => json([{ id: 1, location: 'Kochi', name: 'Palm Grove' }]),
  '/api/properties/1/pricing': () => json({ hourly_1: 60, hourly_12: 480, hourly_3: 150, hourly_6: 280 }),
  '/api/properties/1/pricing-plans': () => json({ pricing_plans: [errandRun, quickHop] }),
  '/api/properties/1/scooters': () => json([{ id: 7, name: 'Ather', property_id: 1, status: 'Available' }])
})

/** Signs in the rider at `now`, before each test of the file and before the page's first request. */
export function setUpRiderPage({ now = '2026-06-15T09:10:00Z', path = '/booking/7' } = {}): void {
  setUpRiderTab({ now, path, replies })
  beforeEach(() => {
    dialogs.length = 0
    vi.stubGlobal('Razorpay', ProviderDialog)
  })
}

/** The page after everything has loaded. */
export async function openLoadedPage() {
  vi.resetModules()
  const page = await import('#stores/booking/page-data.ts')
  const times = await import('#stores/booking/times.ts')
  const offers = await import('#stores/booking/offers.ts')
  const availability = await import('#stores/booking/availability.ts')
  const form = await import('#stores/booking/book.ts')
  const hold = await import('#stores/booking/book.ts')
  const payment = {
    ...(await import('#stores/payment/pay-order.ts')),
    ...(await import('#stores/payment/payment-notices.ts'))
  }
  const { $toasts } = await import('#stores/app/toasts.ts')
  // Listens like the islands, because a store updates only while it has listeners.
  const rendered = [
    availability.$suggestions,
    availability.$period,
    availability.$conflictStarts,
    form.$highlightedChoice,
    hold.$selectedHold,
    offers.$offer,
    offers.$ride,
    page.$bookingPage,
    times.$stripDays
  ]
  const stops = rendered.map(store => store.listen(() => undefined))
  onLeave(() => {
    for (const stop of stops) stop()
  })
  await advanceTime(20)
  const toastTexts = () => $toasts.get().map(({ sentence }) => sentence)
  const carried = () => sessionStorage.getItem('toasts') ?? ''
  return { ...page, ...times, ...offers, ...availability, ...form, ...hold, ...payment, carried, toastTexts }
}
