import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PRICE_MAX_RUPEES } from '#domain/constants.ts'
import { groupDigits, moneyText, paiseOf, rupeesOf, rupeesText } from '#domain/money.ts'

describe('an amount', () => {
  test('is in paise at the payment provider only', () => {
    expect(paiseOf(140)).toBe(14_000)
    expect(rupeesOf(14_050)).toBe(140.5)
  })
  test('survives the conversion to paise and back', () => {
    fc.assert(fc.property(fc.integer({ max: 1e9, min: 0 }), rupees => rupeesOf(paiseOf(rupees)) === rupees))
  })
  test('is in whole paise for every possible price, and at least the minimum of the provider', () => {
    const wrong = Array.from({ length: PRICE_MAX_RUPEES }, (_, index) => index + 1).filter(
      rupees => !Number.isInteger(paiseOf(rupees)) || paiseOf(rupees) < 100 || String(paiseOf(rupees)) !== `${rupees}00`
    )
    expect(wrong).toEqual([])
  })
  test('is shown to the last paisa, also if no ride costs as much', () => {
    for (const paise of [1, 99, 101, 835, 115, 100_001]) {
      expect(rupeesOf(paise).toFixed(2)).toBe(`${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`)
    }
  })
  test.each([
    [50, '₹50'],
    [1200, '₹1,200'],
    [123_456, '₹1,23,456'],
    [140.5, '₹140.50'],
    [0.99, '₹0.99']
  ])('of %d is written %s', (amount, text) => expect(rupeesText(amount)).toBe(text))
  test('is grouped as the runtime groups amounts for India', () => {
    const grouped = new Intl.NumberFormat('en-IN')
    fc.assert(fc.property(fc.integer({ max: 1e12, min: 0 }), amount => groupDigits(amount) === grouped.format(amount)))
  })
  test('in another currency is written with its code', () => {
    expect([moneyText(140, 'INR'), moneyText(12.5, 'USD')]).toEqual(['₹140', 'USD\u00A012.50'])
  })
})
