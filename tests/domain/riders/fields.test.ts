import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ageOn,
  isOldEnough,
  missingRequirements,
  PASSWORD_REQUIREMENTS,
  PASSWORD_RULES
} from '#domain/riders/fields.ts'
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

describe('a password', () => {
  test.each([
    ['', ['length', 'uppercase', 'lowercase', 'number', 'special']],
    ['Rider@123', []],
    ['Rider@12', []],
    ['Rider@1', ['length']],
    ['rider@123', ['uppercase']],
    ['RIDER@123', ['lowercase']],
    ['Rider@abc', ['number']],
    ['Rider1234', ['special']],
    ['abcdefgh', ['uppercase', 'number', 'special']],
    ['ÄÖÜ@1234', ['uppercase', 'lowercase']]
  ])('%j lacks %j, in the order of the requirements', (password, missing) => {
    expect(missingRequirements(password)).toEqual(missing)
  })
  test.each([...'!@#$%^&*(),.?":{}|<>'])('may have %s as its special character', special => {
    expect(missingRequirements(`Rider1${special}ab`)).toEqual([])
  })
  test.each([..."-_+=;'/\\[]~` €"])('may not have %j as its special character', other => {
    expect(missingRequirements(`Rider12${other}`)).toEqual(['special'])
  })
  test('that an iPhone suggests meets the requirements', () => {
    const required = PASSWORD_RULES.split('; ').flatMap(rule => (rule.startsWith('required: ') ? [rule.slice(10)] : []))
    const named = { digit: '7', lower: 'a', upper: 'A' }
    const [special = ''] = required.flatMap(rule => /^\[(.+)\];?$/.exec(rule)?.[1] ?? [])
    expect(required.slice(0, -1).toSorted()).toEqual(Object.keys(named))
    // In this notation, a class has its hyphen first and its bracket last.
    expect(special).not.toMatch(/[-\]]/)
    for (const character of special)
      expect(missingRequirements(`${Object.values(named).join('')}aaaa${character}`)).toEqual([])
  })
  test('never lacks more when it is longer', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (password, more) => {
        const missing = missingRequirements(password + more)
        expect(missingRequirements(password)).toEqual(expect.arrayContaining(missing))
        expect(PASSWORD_REQUIREMENTS).toEqual(expect.arrayContaining(missing))
      })
    )
  })
})
