import { describe, expect, test } from 'vitest'
import {
  type CancellationTerms,
  DEFAULT_TERMS,
  freeUntil,
  refundPaise,
  refundPercent,
  withTermsStart
} from '#domain/bookings/cancellation.ts'
import { addMinutes } from '#domain/time/india-time.ts'

const START = new Date('2026-06-13T10:00:00Z')

const HALF_LATE = { ...DEFAULT_TERMS, late_cancel_percent: 50 }

const TERMS = {
  halfLate: HALF_LATE,
  freeUntilStart: { free_cancel_minutes: 0, grace_minutes: 0, late_cancel_percent: 0 },
  nothingLate: { free_cancel_minutes: 120, grace_minutes: 0, late_cancel_percent: 0 },
  weekAhead: { free_cancel_minutes: 10_080, grace_minutes: 60, late_cancel_percent: 25 }
} satisfies Record<string, CancellationTerms>

type Percents = Record<keyof typeof TERMS, number | null>

/** Minutes before the start, with seconds as fractions: the refund of each kind of terms. */
const EXPECTED: [minutes: number, paidMinutes: number, percents: Percents][] = [
  [20_000, 20_001, { halfLate: 100, freeUntilStart: 100, nothingLate: 100, weekAhead: 100 }],
  [10_080, 20_000, { halfLate: 100, freeUntilStart: 100, nothingLate: 100, weekAhead: 100 }],
  [10_080 - 1 / 60, 20_000, { halfLate: 100, freeUntilStart: 100, nothingLate: 100, weekAhead: 25 }],
  [120, 20_000, { halfLate: 100, freeUntilStart: 100, nothingLate: 100, weekAhead: 25 }],
  [120 - 1 / 60, 20_000, { halfLate: 100, freeUntilStart: 100, nothingLate: 0, weekAhead: 25 }],
  [60, 20_000, { halfLate: 100, freeUntilStart: 100, nothingLate: 0, weekAhead: 25 }],
  [60 - 1 / 60, 20_000, { halfLate: 50, freeUntilStart: 100, nothingLate: 0, weekAhead: 25 }],
  // Paid within the grace of ten and sixty minutes.
  [40, 49, { halfLate: 100, freeUntilStart: 100, nothingLate: 0, weekAhead: 100 }],
  [40, 50, { halfLate: 50, freeUntilStart: 100, nothingLate: 0, weekAhead: 100 }],
  [40, 100, { halfLate: 50, freeUntilStart: 100, nothingLate: 0, weekAhead: 25 }],
  [1 / 60, 20_000, { halfLate: 50, freeUntilStart: 100, nothingLate: 0, weekAhead: 25 }],
  [0, 1, { halfLate: null, freeUntilStart: null, nothingLate: null, weekAhead: null }],
  [-1, 0, { halfLate: null, freeUntilStart: null, nothingLate: null, weekAhead: null }]
]

describe('the refund for cancelling a paid booking', () => {
  test.each(EXPECTED)(
    '%d minutes before the start, paid %d minutes before it, is %j percent',
    (minutes, paid, percents) => {
      const booking = { paid_at: addMinutes(START, -paid), start_at: START }
      const now = addMinutes(START, -minutes)
      const refunds = Object.entries(TERMS).map(([name, terms]) => [name, refundPercent(booking, terms, now)])
      expect(Object.fromEntries(refunds)).toEqual(percents)
    }
  )

  test('does not count a time after the payment if that is unknown', () => {
    expect(refundPercent({ paid_at: null, start_at: START }, HALF_LATE, addMinutes(START, -59))).toBe(50)
  })

  test.each([
    ['before the ride', -1, START],
    ['as it starts', 0, addMinutes(START, 60)],
    ['during it', 1, addMinutes(START, 60)]
  ])('of an extension that is paid %s counts from the right start', (_, minutes, start_at) => {
    const extension = { paid_at: addMinutes(START, minutes), start_at: addMinutes(START, 60) }
    expect(withTermsStart(extension, START)).toEqual({ ...extension, start_at })
  })

  test('is all until the start by default', () => {
    expect(refundPercent({ paid_at: null, start_at: START }, DEFAULT_TERMS, addMinutes(START, -1 / 60))).toBe(100)
    for (const minutes of [500, 1]) {
      const paid = { paid_at: addMinutes(START, -minutes), start_at: START }
      expect(freeUntil(paid, DEFAULT_TERMS)).toEqual(START)
    }
  })

  test('is full until the later of the two deadlines', () => {
    const paidEarly = { paid_at: addMinutes(START, -500), start_at: START }
    expect(freeUntil(paidEarly, HALF_LATE)).toEqual(addMinutes(START, -60))
    const paidLate = { paid_at: addMinutes(START, -30), start_at: START }
    expect(freeUntil(paidLate, HALF_LATE)).toEqual(addMinutes(START, -20))
  })

  test.each([
    [14_000, 50, 7000],
    [5000, 33, 1700],
    [100, 1, 100],
    [14_000, 0, 0],
    [14_000, 100, 14_000],
    [150, 99, 150]
  ])('of %d paise at %d percent is %d paise: whole rupees, rounded up, never more than paid', (paid, percent, back) => {
    expect(refundPaise(paid, percent)).toBe(back)
  })
})
