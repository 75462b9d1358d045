import { expect, test } from 'vitest'
import { DAYS } from '#domain/constants.ts'
import { parseStoredJson, storedDays, storedTerms } from '#server/db/sql.ts'

const terms = { free_cancel_minutes: 60, grace_minutes: 10, late_cancel_percent: 50 }

test('stored JSON is returned if it has the expected form', () => {
  expect(parseStoredJson('bookings.terms', storedTerms, JSON.stringify(terms))).toEqual(terms)
})

test.each([
  ['no JSON', '{', 'bookings.terms is not JSON'],
  ['the text of another form', '"Asha"', 'bookings.terms has an unexpected value'],
  ['a wrong field', '{"free_cancel_minutes":"Asha"}', "bookings.terms has an unexpected value at 'free_cancel_minutes'"]
])('an error names the column and the field of %s, and not its value', (_, text, message) => {
  expect(() => parseStoredJson('bookings.terms', storedTerms, text)).toThrow(new Error(message))
})

test('an unknown day is an error', () => {
  expect(() =>
    parseStoredJson('pricing_plans.available_days', storedDays, JSON.stringify([DAYS[0], 'Someday']))
  ).toThrow("pricing_plans.available_days has an unexpected value at '1'")
})
