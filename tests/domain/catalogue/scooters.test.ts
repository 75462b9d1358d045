import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { generatePin, isPin, pinHalves } from '#domain/catalogue/scooters.ts'

describe('the PIN of a scooter', () => {
  test.each(['482915', '000001', '999999'])('is valid with six digits: %s', text => expect(isPin(text)).toBe(true))
  test.each(['', '48291', '4829156', '48291a', ' 48291', '482915\n', '-82915', '४८२९१५'])(
    'is not valid as %j',
    text => {
      expect(isPin(text)).toBe(false)
    }
  )
  test('is shown in two halves, however long it is', () => {
    expect(pinHalves('482915')).toEqual(['482', '915'])
    expect(pinHalves('48291')).toEqual(['482', '91'])
  })
  test('keeps its leading zeros', () => {
    expect(generatePin(() => 42)).toBe('000042')
  })
  test.each([0, 123_456])('is never as simple as %i', simple => {
    const numbers = [simple, simple, 777]
    expect(generatePin(() => numbers.shift() ?? 1)).toBe('000777')
  })
  test('has six digits for every random number', () => {
    fc.assert(
      fc.property(fc.integer({ max: 999_999, min: 1 }), number => {
        fc.pre(number !== 123_456)
        const pin = generatePin(below => number % below)
        expect(isPin(pin)).toBe(true)
        expect(Number(pin)).toBe(number)
      })
    )
  })
})
