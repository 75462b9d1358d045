import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanLine } from '#domain/kit/text.ts'

describe('a line of text', () => {
  test.each([
    ['NUL', 'Asha\0 Rao', 'Asha Rao'],
    ['an escape sequence', 'Asha\u001b[31m Rao\u007f', 'Asha[31m Rao'],
    ['half of an emoji', 'Asha \ud83d Rao \udef5', 'Asha  Rao'],
    ['a direction mark', '\u202eAsha\u2066 Rao\u200f', 'Asha Rao'],
    ['a soft hyphen and a byte order mark', '\ufeffAsha\u00ad Rao', 'Asha Rao'],
    ['tag characters', 'Asha\u{e0041}\u{e007f} Rao', 'Asha Rao'],
    ['tabs and line breaks', '\tAsha\r\n\u2028Rao\v', 'Asha Rao'],
    ['a mark that is stored apart from its letter', 'A\u0304rif', 'Ārif'],
    ['a mark behind a space of no width', 'A\u200b\u0304rif', 'Ārif']
  ])('loses what shows nothing: %s', (_, typed, line) => expect(cleanLine(typed)).toBe(line))

  test.each(['क्‍ष', 'നന്‍മ', 'می‌خواهم', '❤️', '👩‍🔧', "O'Neil; DROP", 'Zoë <b>', '李小龍'])(
    'keeps what its script or an emoji needs: %s',
    typed => expect(cleanLine(typed)).toBe(typed.normalize('NFC'))
  )

  test.each([
    ['spaces', ' \u00a0\u2003\u3000'],
    ['a space of no width', '\u200b'],
    ['joiners', '\u200d\u200c'],
    ['braille blanks', '\u2800\u2800'],
    ['Hangul fillers', '\u3164\uffa0\u115f\u1160'],
    ['soft hyphens', '\u00ad\u00ad'],
    ['control characters', '\0\u0007\u009f'],
    ['tag characters', '\u{e0001}\u{e0041}'],
    ['marks without a letter', '\u0301\u20dd\ufe0f'],
    ['an interlinear annotation', '\ufff9\ufffa\ufffb']
  ])('is empty if it shows nothing: %s', (_, typed) => expect(cleanLine(typed)).toBe(''))

  test('changes no more when it is cleaned again, and is well-formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (typed, length) => {
        const line = cleanLine(typed.slice(0, length))
        expect(cleanLine(line)).toBe(line)
        expect(line.isWellFormed()).toBe(true)
      })
    )
  })
})
