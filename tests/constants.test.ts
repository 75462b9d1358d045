// @vitest-environment jsdom

import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import * as v from 'valibot'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { createPlan } from '#contract/catalogue/admin-pricing.ts'
import { plan } from '#contract/catalogue/catalogue.ts'
import { order } from '#contract/payments/orders.ts'
import * as constants from '#domain/constants.ts'
import { CURRENCY, rupeesText } from '#domain/money.ts'
import * as sizeLimits from '#domain/uploads/photos.ts'
import { Toasts } from '#islands/ui/feedback/toasts.tsx'
import { toast } from '#stores/app/toasts.ts'

// The constants of the specification. Where a rule of its own starts or ends at one, the tests of that rule say so.

const aPlan = { available_days: constants.DAYS, cost: 135, hours: 3, is_active: true, name: 'Any', property_id: '7' }
const anOrder = { amount: 5000, razorpay_order_id: 'order_1', session_id: 1 }
const hours = Array.from({ length: 26 }, (_, index) => index)
const takesHours = (duration_hours: number) =>
  v.safeParse(createHourlyBooking.body, { duration_hours, scooter_id: '7', start_time: '2026-06-15T13:30:00Z' }).success

const takesPlan = (changes: { cost?: number; hours?: number }) =>
  v.safeParse(createPlan.body, { ...aPlan, ...changes }).success

test.each([
  ['Minimum age 18', constants.MIN_AGE_YEARS, 18],
  ['Minimum password length 8', constants.PASSWORD_MIN_LENGTH, 8],
  ['Licence photo: form limit 10 MB', sizeLimits.PHOTO_FORM_MAX_BYTES, 10_485_760],
  ['Licence photo: upload limit 5 MB', sizeLimits.RIDER_PHOTO_MAX_BYTES, 5_242_880],
  ['Scooter PIN: 6 digits', constants.PIN_DIGITS, 6],
  ['Default hourly rates', constants.DEFAULT_RATES, { hourly_1: 50, hourly_12: 500, hourly_3: 140, hourly_6: 270 }],
  ['Duration choices without plans', hours.filter(takesHours), [1, 3, 6, 12]],
  ['Plan hours 1 to 24', hours.filter(count => takesPlan({ hours: count })), hours.slice(1, 25)],
  ['Plan cost minimum 1', [0, 1].map(cost => takesPlan({ cost })), [false, true]],
  [
    'Default available days: all seven',
    v.parse(plan, { cost: 1, hours: 1, id: 1, name: 'Any' }).available_days,
    constants.DAYS
  ],
  ['Time slots every 30 minutes', constants.SLOT_MINUTES, 30],
  ['On the current day a slot starts more than 30 minutes from now', constants.SLOT_LEAD_MINUTES, 30],
  ['Time offset of 5.5 hours', constants.DISPLAY_OFFSET_MS, 19_800_000],
  ['Admin overview shows 5 recent bookings', constants.RECENT_BOOKINGS, 5],
  ['Bookings page refreshes 500 ms after arrival', constants.ARRIVAL_REFRESH_MS, 500],
  ['The refresh indicator lasts 300 ms', constants.REFRESH_INDICATOR_MS, 300],
  ['Redirect delay after a property change: 1 second', constants.PROPERTY_CHANGE_REDIRECT_MS, 1000],
  ['Payment currency: INR', [CURRENCY, v.parse(order, anOrder).currency], ['INR', 'INR']],
  ['Currency: rupee', rupeesText(50), '₹50']
])('%s', (_, constant, value) => {
  expect(constant).toEqual(value)
})

test('Toasts: 3 visible, 4 seconds, bottom right', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(createElement(Toasts)))
  for (const sentence of ['first', 'second', 'third', 'fourth']) await act(async () => toast('info', sentence))
  const seenAfter = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms))
    const seen = document.querySelectorAll('[data-visible="true"][data-removed="false"]')
    return [...seen].map(({ textContent }) => textContent).toSorted()
  }
  expect(await seenAfter(3999)).toEqual(['fourth', 'second', 'third'])
  const place = document.querySelector<HTMLElement>('[data-sonner-toaster]')?.dataset
  expect([place?.yPosition, place?.xPosition]).toEqual(['bottom', 'right'])
  expect(await seenAfter(1)).toEqual([])
})
