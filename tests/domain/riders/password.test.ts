import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { missingRequirements, PASSWORD_REQUIREMENTS, PASSWORD_RULES } from '#domain/riders/fields.ts'

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
