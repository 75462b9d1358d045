// @vitest-environment jsdom

import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import * as v from 'valibot'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { uploadLicencePhoto } from '#client/uploads/uploads.ts'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { createPlan } from '#contract/catalogue/admin-pricing.ts'
import { plan } from '#contract/catalogue/catalogue.ts'
import { order } from '#contract/payments/orders.ts'
import { ALL_SLOTS, slotsFor } from '#domain/bookings/slots.ts'
import { rateFor } from '#domain/catalogue/pricing.ts'
import { isPin } from '#domain/catalogue/scooters.ts'
import * as constants from '#domain/constants.ts'
import { CURRENCY, rupeesText } from '#domain/money.ts'
import { isOldEnough, missingRequirements } from '#domain/riders/fields.ts'
import { clockOf, instantAt } from '#domain/time/india-time.ts'
import * as sizeLimits from '#domain/uploads/photos.ts'
import { Toasts } from '#islands/ui/feedback/toasts.tsx'
import * as uploadsText from '#messages/uploads.ts'
import { $toasts, toast } from '#stores/app/toasts.ts'
import { $photo, choosePhoto } from '#stores/auth/sign-up.ts'
import { allowShrinking, SIGNATURES } from '#tests/helpers/data/photos.ts'
import { xhrOverFetch } from '#tests/helpers/servers/request-over-fetch.ts'

// The constants of the specification: each value, and that the product changes its behaviour exactly there. The delays
// of My Bookings and the profile are in the tests of their stores.

afterEach(() => {
  vi.useRealTimers()
})

function photo(bytes: number): File {
  return Object.defineProperty(new File([SIGNATURES.jpeg], 'licence.jpg', { type: 'image/jpeg' }), 'size', {
    value: bytes
  })
}

/** The message when the form gets the photo. */
async function errorsFor(bytes: number): Promise<string[]> {
  $toasts.set([])
  await choosePhoto(photo(bytes))
  return $toasts.get().map(({ sentence }) => sentence)
}

/** The reason for the failed upload, with a network that does not answer and a picture that cannot be resized. */
async function uploadProblem(bytes: number): Promise<string> {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not a picture')))
  vi.stubGlobal(
    'XMLHttpRequest',
    xhrOverFetch(() => Promise.reject(new TypeError('offline')))
  )
  return uploadLicencePhoto(photo(bytes), 'asha@example.in', () => undefined).then(
    String,
    ({ message }: Error) => message
  )
}

const aPlan = { available_days: constants.DAYS, cost: 135, hours: 3, is_active: true, name: 'Any', property_id: '7' }
const hours = Array.from({ length: 25 }, (_, index) => index)
const takesHours = (duration_hours: number) =>
  v.safeParse(createHourlyBooking.body, { duration_hours, scooter_id: '7', start_time: '2026-06-15T13:30:00Z' }).success

const takesPlan = (changes: { cost?: number; hours?: number }) =>
  v.safeParse(createPlan.body, { ...aPlan, ...changes }).success

/** Shows these toasts in sequence; returns their position, and which are visible after this time. */
async function showToasts(...sentences: string[]) {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  $toasts.set([])
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(createElement(Toasts)))
  for (const sentence of sentences) await act(async () => toast('info', sentence))
  const place = () => document.querySelector<HTMLElement>('[data-sonner-toaster]')?.dataset
  const seen = () => document.querySelectorAll('[data-visible="true"][data-removed="false"]')
  return {
    place: () => [place()?.yPosition, place()?.xPosition],
    seenAfter: async (ms: number) => {
      await act(() => vi.advanceTimersByTimeAsync(ms))
      return [...seen()].map(({ textContent }) => textContent).toSorted()
    }
  }
}

interface Line {
  spec: string
  constant: unknown
  is: unknown
  checkBoundary?: () => Promise<void> | void
}

const LINES: Line[] = [
  {
    spec: 'Minimum age 18',
    constant: constants.MIN_AGE_YEARS,
    is: 18,
    checkBoundary: () => {
      expect(isOldEnough('2008-06-15', instantAt('2026-06-14', '23:59'))).toBe(false)
      expect(isOldEnough('2008-06-15', instantAt('2026-06-15', '00:00'))).toBe(true)
    }
  },
  {
    spec: 'Minimum password length 8',
    constant: constants.PASSWORD_MIN_LENGTH,
    is: 8,
    checkBoundary: () => {
      expect(missingRequirements('Rider@1')).toEqual(['length'])
      expect(missingRequirements('Rider@12')).toEqual([])
    }
  },
  {
    spec: 'Licence photo: form limit 10 MB (10,485,760 bytes)',
    constant: sizeLimits.PHOTO_FORM_MAX_BYTES,
    is: 10_485_760,
    checkBoundary: async () => {
      allowShrinking()
      expect(await errorsFor(10_485_760)).toEqual([uploadsText.photoTooLargeForForm])
      expect($photo.get()).toBeNull()
      expect(await errorsFor(10_485_759)).toEqual([])
      expect($photo.get()?.size).toBe(10_485_759)
    }
  },
  {
    spec: 'upload limit 5 MB (5,242,880 bytes)',
    constant: sizeLimits.RIDER_PHOTO_MAX_BYTES,
    is: 5_242_880,
    checkBoundary: async () => {
      expect(await uploadProblem(5_242_880)).not.toContain(uploadsText.uploadTooLarge)
      expect(await uploadProblem(5_242_881)).toBe(uploadsText.uploadFailed(uploadsText.uploadTooLarge))
    }
  },
  {
    spec: 'Scooter PIN: 6 digits, numeric',
    constant: constants.PIN_DIGITS,
    is: 6,
    checkBoundary: () => {
      expect(['48291', '482915', '4829156', '48291a'].map(isPin)).toEqual([false, true, false, false])
    }
  },
  {
    spec: 'Default hourly rates: 1 h 50, 3 h 140, 6 h 270, 12 h 500',
    constant: constants.DEFAULT_RATES,
    is: { hourly_1: 50, hourly_12: 500, hourly_3: 140, hourly_6: 270 },
    checkBoundary: () => {
      const totals = constants.DURATION_CHOICES_HOURS.map(choice => rateFor(constants.DEFAULT_RATES, choice))
      expect(totals).toEqual([50, 140, 270, 500])
    }
  },
  {
    spec: 'Duration choices without plans: 1, 3, 6, 12 hours',
    constant: constants.DURATION_CHOICES_HOURS,
    is: [1, 3, 6, 12],
    checkBoundary: () => {
      expect(hours.filter(takesHours)).toEqual([1, 3, 6, 12])
    }
  },
  {
    spec: 'Plan hours 1 to 24',
    constant: constants.PLAN_HOURS,
    is: { max: 24, min: 1 },
    checkBoundary: () => {
      expect(hours.filter(count => takesPlan({ hours: count }))).toEqual(hours.filter(count => count > 0))
      expect(takesPlan({ hours: 25 })).toBe(false)
    }
  },
  {
    spec: 'Plan cost minimum 1',
    constant: constants.PLAN_COST_MIN_RUPEES,
    is: 1,
    checkBoundary: () => {
      expect([0, 1].map(cost => takesPlan({ cost }))).toEqual([false, true])
    }
  },
  {
    spec: 'Default available days: all seven',
    constant: constants.DAYS,
    is: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
    checkBoundary: () => {
      expect(v.parse(plan, { cost: 1, hours: 1, id: 1, name: 'Any Day' }).available_days).toHaveLength(7)
    }
  },
  {
    spec: 'Time slots every 30 minutes',
    constant: constants.SLOT_MINUTES,
    is: 30,
    checkBoundary: () => {
      expect(ALL_SLOTS).toHaveLength(48)
      expect([ALL_SLOTS[0], ALL_SLOTS[1], ALL_SLOTS.at(-1)]).toEqual(['00:00', '00:30', '23:30'])
      expect(ALL_SLOTS.toSorted()).toEqual(ALL_SLOTS)
    }
  },
  {
    spec: 'On the current day a slot must start more than 30 minutes from now',
    constant: constants.SLOT_LEAD_MINUTES,
    is: 30,
    checkBoundary: () => {
      const firstAt = (clock: string) => slotsFor('2026-06-15', instantAt('2026-06-15', clock))[0]
      expect(['09:59', '10:00'].map(firstAt)).toEqual(['10:30', '11:00'])
    }
  },
  {
    spec: 'Time offset of 5.5 hours (19,800,000 ms)',
    constant: constants.DISPLAY_OFFSET_MS,
    is: 19_800_000,
    checkBoundary: () => {
      expect(clockOf(new Date('2026-06-15T00:00:00Z'))).toBe('05:30')
    }
  },
  { spec: 'Admin overview shows 5 recent bookings', constant: constants.RECENT_BOOKINGS, is: 5 },
  { spec: 'Bookings page refreshes 500 ms after arrival', constant: constants.ARRIVAL_REFRESH_MS, is: 500 },
  { spec: 'The refresh indicator lasts 300 ms', constant: constants.REFRESH_INDICATOR_MS, is: 300 },
  {
    spec: 'Redirect delay after a property change: 1 second',
    constant: constants.PROPERTY_CHANGE_REDIRECT_MS,
    is: 1000
  },
  {
    spec: 'Toasts: 3 visible, 4 seconds, bottom right',
    constant: [constants.TOASTS_VISIBLE, constants.TOAST_MS],
    is: [3, 4000],
    checkBoundary: async () => {
      const { place, seenAfter } = await showToasts('first', 'second', 'third', 'fourth')
      expect(await seenAfter(3999)).toEqual(['fourth', 'second', 'third'])
      expect(place()).toEqual(['bottom', 'right'])
      expect(await seenAfter(1)).toEqual([])
    }
  },
  {
    spec: 'Currency: rupee. Payment currency: INR',
    constant: CURRENCY,
    is: 'INR',
    checkBoundary: () => {
      expect(rupeesText(50)).toBe('₹50')
      expect(v.parse(order, { amount: 5000, razorpay_order_id: 'order_1', session_id: 1 }).currency).toBe('INR')
    }
  }
]

describe('the constants of the specification', () => {
  test.each(LINES)('$spec', async ({ constant, is, checkBoundary }) => {
    expect(constant).toEqual(is)
    await checkBoundary?.()
  })
})
