import { beforeEach, vi } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import {
  getPropertyPricing,
  listProperties,
  listPropertyPlans,
  listPropertyScooters
} from '#contract/catalogue/catalogue.ts'
import { confirmPayment, recordPaymentFailure } from '#contract/payments/orders.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { advanceTime, mountStores, openPage, server, setUpBrowserTab } from '#tests/stores/browser-tab.ts'
import { dialogs, order, type ProviderDialog } from '#tests/stores/payment/provider-dialog.ts'

// The booking page of a rider of Palm Grove, with a provider's dialog that can be pressed.

const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export const errandRun = {
  available_days: [...EVERY_DAY],
  cost: 140,
  hours: 3,
  id: 2,
  is_active: true,
  name: 'Errand Run'
}
export const quickHop = { ...errandRun, cost: 50, hours: 1, id: 1, name: 'Quick Hop' }
export const rates = { hourly_1: 60, hourly_12: 480, hourly_3: 150, hourly_6: 280 }
export const asha = { email: 'r@demo.test', name: 'Asha', phone: '098450 12345', property_id: 1 }
export const ather = { id: 7, name: 'Ather', property_id: 1, status: 'Available' as const }

export async function dialog(): Promise<ProviderDialog> {
  await advanceTime(20)
  const opened = dialogs.at(-1)
  if (!opened) throw new Error('no dialog was opened')
  return opened
}

/** A backend without availability, on which every call of the page succeeds. */
export function answerBookingPage(): void {
  server.answer(createHourlyBooking, order)
  server.answer(recordPaymentFailure, { success: true })
  server.answer(confirmPayment, { payment_status: 'Completed', success: true })
  server.answer(getProfile, asha)
  server.answer(listProperties, [{ id: 1, location: 'Kochi', name: 'Palm Grove' }])
  server.answer(getPropertyPricing, rates)
  server.answer(listPropertyPlans, { pricing_plans: [errandRun, quickHop] })
  server.answer(listPropertyScooters, [ather])
}

/** Signs in the rider at `now`, before each test of the file and before the page's first request. */
export function setUpRiderPage({ now = '2026-06-15T09:10:00Z', path = '/booking/7' } = {}): void {
  setUpBrowserTab()
  beforeEach(() => {
    vi.setSystemTime(now)
    openPage(path, 'rider')
    answerBookingPage()
  })
}

/** The page after everything has loaded. */
export async function openLoadedPage() {
  const page = {
    ...(await import('#stores/booking/page-data.ts')),
    ...(await import('#stores/booking/times.ts')),
    ...(await import('#stores/booking/offers.ts')),
    ...(await import('#stores/booking/availability.ts')),
    ...(await import('#stores/booking/book.ts')),
    ...(await import('#stores/payment/pay-order.ts')),
    ...(await import('#stores/payment/payment-notices.ts'))
  }
  mountStores(
    page.$suggestions,
    page.$period,
    page.$obstacles,
    page.$highlightedChoice,
    page.$selectedHold,
    page.$offer,
    page.$ride,
    page.$bookingPage,
    page.$stripDays
  )
  await advanceTime(20)
  return page
}
