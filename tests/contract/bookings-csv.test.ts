import { describe, expect, test } from 'vitest'
import { csvLine } from '#contract/kit/csv.ts'

describe('a CSV line', () => {
  test('separates values by commas and ends with a line break', () => {
    expect(csvLine(['Asha Rao', 140, ''])).toBe('Asha Rao,140,\r\n')
  })

  test.each([
    ['a comma', 'Koramangala, Bengaluru', '"Koramangala, Bengaluru"'],
    ['a quote', 'The "Ather"', '"The ""Ather"""'],
    ['a line break', 'one\ntwo', '"one\ntwo"'],
    ['all of them', 'one,\r\n"two"', '"one,\r\n""two"""'],
    ['a semicolon, which separates cells in many countries', 'O’Brien; Ravi', '"O’Brien; Ravi"'],
    ['a tab', 'one\ttwo', '"one\ttwo"'],
    ['none of these', 'O’Brien - Ravi @ home', 'O’Brien - Ravi @ home']
  ])('quotes a value with %s', (_, cell, written) => {
    expect(csvLine([cell])).toBe(`${written}\r\n`)
  })

  test.each([
    '=1+1',
    '+91 98450',
    '-2',
    '@SUM(A1)',
    '＝1+1',
    '＋1',
    '－2',
    '＠SUM(A1)',
    ' =1+1',
    '\u3000＝1',
    '\u200b=1',
    "=cmd|' /C calc'!A0"
  ])('escapes the formula %j', cell => {
    expect(csvLine([cell])).toBe(`'${cell}\r\n`)
  })

  test.each(['\rx', '\n=1', '\tx', '\t=1', '=1;=2', '=HYPERLINK("https://a.test","b")'])(
    'escapes the formula %j, with the necessary quotes',
    cell => {
      expect(csvLine([cell])).toBe(`"'${cell.replaceAll('"', '""')}"\r\n`)
    }
  )

  test('does not change numbers', () => {
    expect(csvLine([-5, 0, 1200])).toBe('-5,0,1200\r\n')
  })
})
