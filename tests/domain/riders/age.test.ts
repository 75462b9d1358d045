import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ageOn, isOldEnough } from '#domain/riders/fields.ts'
import { addDays, dayOf, instantAt } from '#domain/time/india-time.ts'

const days = fc.date({ max: new Date('2099-12-31'), min: new Date('1920-01-01'), noInvalidDate: true }).map(dayOf)

describe('the age of a rider', () => {
  test.each([
    ['2008-06-14', 18],
    ['2008-06-15', 18],
    ['2008-06-16', 17],
    ['2008-05-31', 18],
    ['2008-07-01', 17],
    ['2026-06-15', 0]
  ])('born on %s is %i on 15 June 2026, by month and day', (birthDate, age) => {
    expect(ageOn(birthDate, '2026-06-15')).toBe(age)
  })
  test.each([
    ['2026-02-28', 17],
    ['2026-03-01', 18]
  ])('born on 29 February 2008 is, on %s, %i', (today, age) => expect(ageOn('2008-02-29', today)).toBe(age))

  test('is enough from the 18th birthday on, which begins at midnight in India', () => {
    expect(isOldEnough('2008-06-15', instantAt('2026-06-14', '23:59'))).toBe(false)
    expect(isOldEnough('2008-06-15', instantAt('2026-06-15', '00:00'))).toBe(true)
  })
  test('never falls from one day to the next, and grows by at most one', () => {
    fc.assert(
      fc.property(days, days, (birthDate, today) => {
        const grown = ageOn(birthDate, addDays(today, 1)) - ageOn(birthDate, today)
        expect([0, 1]).toContain(grown)
      })
    )
  })
})
