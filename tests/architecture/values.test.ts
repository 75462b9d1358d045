import { describe, expect, test } from 'vitest'
import * as brand from '#domain/brand/brand.ts'
import { filesOf, foundIn, sources } from './source-files.ts'

// Numbers and names that the code must contain only once.

describe('the code', () => {
  test('contains each number of the specification once', () => {
    const numbers = /19_?800_?000|10_?485_?760|5_?242_?880/
    expect(foundIn(sources, numbers)).toEqual(['src/domain/constants.ts', 'src/domain/uploads/size-limits.ts'])
  })

  test('takes the numbers of sentences from their constants', () => {
    const numbers = /^(?! *(\/\/|\/?\*)).*\b(\d+ (second|minute|hour|day|month|year|[KM]B)s?|(one|an) hour)\b/m
    const messages = sources.filter(file => file.startsWith('src/messages/'))
    expect(foundIn(messages, numbers)).toEqual([
      // The names of four rates, as in the columns.
      'src/messages/admin/activity.ts',
      // tests/messages/admin/forms.test.ts compares it with its constant.
      'src/messages/admin/forms.ts'
    ])
  })

  test('contains each unit of time once', () => {
    const units = /\b(24 \* 60|60 \* 60|60_?000|3_?600(_?000)?|86_?400(_?000)?)\b/
    expect(foundIn(sources, units)).toEqual(['src/domain/constants.ts', 'src/domain/time/time-units.ts'])
  })

  test('contains the name and the colours of the brand once', () => {
    const { ACCENT_DARK, ACCENT_LIGHT, BACKGROUND_DARK, BACKGROUND_LIGHT, BRAND_ID, BRAND_NAME } = brand
    const words = [ACCENT_DARK, ACCENT_LIGHT, BACKGROUND_DARK, BACKGROUND_LIGHT, BRAND_ID, BRAND_NAME]
    const pattern = new RegExp(`(?<!\\w)(?:${words.join('|')})\\b`, 'i')
    expect(foundIn(filesOf('src/**/*.{ts,tsx,astro,css}'), pattern)).toEqual(['src/domain/brand/brand.ts'])
    expect(foundIn(filesOf('scripts/**/*.ts'), new RegExp(BRAND_NAME))).toEqual([])
  })

  test('shifts time in one place', () => {
    expect(foundIn(sources, /DISPLAY_OFFSET_MS/, ['src/domain/constants.ts'])).toEqual([
      'src/domain/time/india-time.ts'
    ])
  })
})
