import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isGstin, stateText } from '#domain/gst.ts'
import { financialYear, noteSeriesOf, registrationOf, seriesOf, taxIn, taxOn } from '#domain/receipts.ts'
import { dayOf } from '#domain/time/india-time.ts'

const PAISE = fc.integer({ max: 50_000_000, min: 1 })
const RATE = fc.integer({ max: 4000, min: 0 })

describe('the tax in an amount', () => {
  test.each([
    [14_000, 1800, 2136],
    [14_000, 500, 666],
    [14_000, 0, 0],
    [1, 1800, 0],
    [7, 1800, 0],
    [11, 1800, 2]
  ])('of %d paise at %d is %d', (paise, rate, tax) => expect(taxIn(paise, rate)).toBe(tax))

  test('has equal halves, and is at most a paisa away from the exact tax', () => {
    fc.assert(
      fc.property(PAISE, RATE, (paise, rate) => {
        const tax = taxIn(paise, rate)
        const exact = (paise * rate) / (10_000 + rate)
        expect(tax % 2).toBe(0)
        expect(Math.abs(tax - exact)).toBeLessThanOrEqual(1.5)
      })
    )
  })

  test('never gets smaller with the amount, so that a note has no negative tax', () => {
    fc.assert(
      fc.property(PAISE, RATE, (paise, rate) => {
        expect(taxIn(paise + 1, rate)).toBeGreaterThanOrEqual(taxIn(paise, rate))
      })
    )
  })
})

test.each([
  ['2026-03-31T18:29:59Z', '2526'],
  ['2026-03-31T18:30:00Z', '2627'],
  ['2099-12-31T00:00:00Z', '9900']
])('%s is in the financial year %s of India', (instant, year) =>
  expect(financialYear(dayOf(new Date(instant)))).toBe(year)
)

test('a note keeps the prefix of its receipt, and has the year of its refund', () => {
  const series = seriesOf('KA', 'invoice', '2026-03-31')
  expect(series).toBe('KAI/2526')
  expect(noteSeriesOf(series, 'credit_note', '2026-04-01')).toBe('KAC/2627')
  expect(noteSeriesOf(seriesOf('', 'receipt', '2026-03-31'), 'refund_note', '2026-03-31')).toBe('N/2526')
})

test.each([
  ['29ABCDE1234F1ZW', true],
  ['27AAPFU0939F1ZV', true],
  ['29ABCDE1234F1ZX', false],
  ['29ABCDE1235F1ZW', false],
  ['28ABCDE1234F1ZY', false],
  ['29abcde1234f1zw', false],
  ['29ABCDE1234F1Z', false]
])('%s is a GSTIN: %s', (value, isValid) => expect(isGstin(value)).toBe(isValid))

test('a GSTIN names its State', () => expect(stateText('29ABCDE1234F1ZW')).toBe('Karnataka (29)'))

const ONE = { address: 'x', gstin: '29ABCDE1234F1ZW', prefix: 'K' }
const OTHER = { address: 'x', gstin: '30ABCDE1234F1ZD', prefix: 'G' }

test.each([
  [null, [], null],
  [null, [ONE], ONE],
  [null, [ONE, OTHER], null],
  [OTHER.gstin, [ONE, OTHER], OTHER],
  [OTHER.gstin, [ONE], null],
  ['none', [ONE], null]
])('a property with the choice %j has a registration', (choice, registrations, found) =>
  expect(registrationOf(choice, registrations)).toBe(found)
)

test('a tax begins on its day, and a scooter of an unknown kind has the higher rate', () => {
  const rates = [
    { electric: 5, from: '2026-04-01', petrol: 28, sac: '997311' },
    { electric: 18, from: '2026-01-01', petrol: 18, sac: '996601' }
  ]
  expect(taxOn('2025-12-31', 'electric', rates)).toBe(null)
  expect(taxOn('2026-03-31', 'electric', rates)).toEqual({ rate: 1800, sac: '996601' })
  expect(taxOn('2026-04-01', 'electric', rates)).toEqual({ rate: 500, sac: '997311' })
  expect(taxOn('2026-04-01', null, rates)).toEqual({ rate: 2800, sac: '997311' })
})
