import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { containsNoNumber, parseWholeNumber } from '#domain/kit/numbers.ts'
import { sortRows } from '#domain/kit/rows.ts'

const namesOf = (names: readonly (string | null)[], sort: string) =>
  sortRows(
    names.map(name => ({ name })),
    sort
  ).map(({ name }) => name)

test.each([
  ['capitals', ['Zen House', 'banyan Villa', 'Alder'], ['Alder', 'banyan Villa', 'Zen House']],
  ['accents', ['eclair two', 'éclair', 'Eclair', 'fig'], ['Eclair', 'éclair', 'eclair two', 'fig']],
  [
    'numbers',
    ['Scooter 10', 'Scooter 2', 'Scooter 010', 'B12', 'B9'],
    ['B9', 'B12', 'Scooter 2', 'Scooter 10', 'Scooter 010']
  ],
  ['missing names', ['Alder', null], [null, 'Alder']]
])('names are sorted as a person reads them: %s', (_, names, sorted) => {
  expect(namesOf(names, 'name')).toEqual(sorted)
  expect(namesOf(names, '-name')).toEqual(sorted.toReversed())
})

test('numbers are sorted as numbers, and rows without the field keep their order', () => {
  const rows = [{ cost: 100 }, { cost: 90 }]
  expect(sortRows(rows, 'cost')).toEqual([{ cost: 90 }, { cost: 100 }])
  expect(sortRows(rows, 'other')).toEqual(rows)
})

describe('plain digits', () => {
  test.each([
    ['50', 50],
    ['  50 ', 50],
    ['\u00A050\t', 50],
    ['0', 0],
    ['007', 7],
    ['500001', 500_001],
    ['9007199254740991', Number.MAX_SAFE_INTEGER]
  ])("'%s' is %d", (typed, value) => {
    expect(parseWholeNumber(typed)).toBe(value)
    expect(containsNoNumber(typed)).toBe(false)
  })

  test.each(['9007199254740992', '9007199254740993', `1${'0'.repeat(400)}`])(
    "'%s' is larger than any maximum",
    typed => {
      expect(parseWholeNumber(typed)).toBe(Number.POSITIVE_INFINITY)
      expect(containsNoNumber(typed)).toBe(false)
    }
  )
})

test.each([
  ['a fraction that rounds to a whole number', '0.99999999999999999999'],
  ['a decimal point or a thousands separator', '1.000'],
  ['a negative number', '-75'],
  ['a hexadecimal number', '0x10'],
  ['a unit', '50 rupees'],
  ['two numbers', '50 60'],
  ['a fraction as one character', '½'],
  ['a roman numeral as one character', 'Ⅻ'],
  ['an invisible character', '50\u200B']
])('%s is not read as another number: %s', (_, typed) => {
  expect([parseWholeNumber(typed), containsNoNumber(typed)]).toEqual([Number.NaN, false])
})

test.each(['abc', '-', '.', '₹', 'e', 'NaN', 'Infinity', '∞', 'twelve', '🛵'])("'%s' is not a number", typed => {
  expect([parseWholeNumber(typed), containsNoNumber(typed)]).toEqual([Number.NaN, true])
})

test.each(['', ' ', '\t\u00A0'])("'%s' is nothing yet", typed => {
  expect([parseWholeNumber(typed), containsNoNumber(typed)]).toEqual([Number.NaN, false])
})

/** How people and programs write a number. */
const FORMATS: readonly ((value: number) => string)[] = [
  String,
  value => ` ${value} `,
  value => `00${value}`,
  value => `₹${value}`,
  value => `+${value}`,
  value => value.toExponential(),
  value => value.toFixed(3),
  ...['en-IN', 'de-DE', 'fr-FR', 'hi-IN-u-nu-deva', 'ar-EG', 'zh-u-nu-fullwide'].map(
    locale => (value: number) => value.toLocaleString(locale)
  )
]

test('a number in any notation is read exactly or rejected, and is never changed', () => {
  const numbers = fc.oneof(
    fc.integer(),
    fc.nat(1000),
    // Three decimals at most, which every notation writes out.
    fc.integer().map(eighths => eighths / 8)
  )
  fc.assert(
    fc.property(numbers, fc.constantFrom(...FORMATS), (value, write) => {
      const typed = write(value)
      const read = parseWholeNumber(typed)
      if (!Number.isNaN(read)) expect([value, Number.POSITIVE_INFINITY]).toContain(read)
      expect(Number.isNaN(read)).toBe(!/^\d+$/.test(typed.trim()))
      expect(containsNoNumber(typed)).toBe(false)
    }),
    { numRuns: 2000 }
  )
})

test('a number that is read consists of the typed digits, for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), typed => {
      const read = parseWholeNumber(typed)
      if (Number.isFinite(read)) expect(typed.trim().replace(/^0+(?=\d)/, '')).toBe(String(read))
      expect(containsNoNumber(typed) && /\d/.test(typed)).toBe(false)
    })
  )
})
