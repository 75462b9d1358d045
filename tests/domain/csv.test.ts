import { describe, expect, test } from 'vitest'
import { csvLine } from '#domain/csv.ts'

describe('a line for a spreadsheet', () => {
  test('has commas between and a line break of its own', () => {
    expect(csvLine(['Asha Rao', 140, ''])).toBe('Asha Rao,140,\r\n')
  })

  test.each([
    ['a comma', 'Koramangala, Bengaluru', '"Koramangala, Bengaluru"'],
    ['a quote', 'The "Ather"', '"The ""Ather"""'],
    ['a line break', 'one\ntwo', '"one\ntwo"'],
    ['all of them', 'one,\r\n"two"', '"one,\r\n""two"""'],
    ['a semicolon, which parts cells in half of the world', 'O’Brien; Ravi', '"O’Brien; Ravi"'],
    ['a tab', 'one\ttwo', '"one\ttwo"'],
    ['none of these', 'O’Brien - Ravi @ home', 'O’Brien - Ravi @ home']
  ])('quotes what holds %s', (_, cell, written) => {
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
  ])('makes no formula of %j', cell => {
    expect(csvLine([cell])).toBe(`'${cell}\r\n`)
  })

  test.each(['\rx', '\n=1', '\tx', '\t=1', '=1;=2', '=HYPERLINK("https://a.test","b")'])(
    'makes no formula of %j, quoted as it has to be',
    cell => {
      expect(csvLine([cell])).toBe(`"'${cell.replaceAll('"', '""')}"\r\n`)
    }
  )

  test('leaves numbers what they are', () => {
    expect(csvLine([-5, 0, 1200])).toBe('-5,0,1200\r\n')
  })
})
