import { describe, expect, test } from 'vitest'
import { brandProblems, contrastRatio, fromOklch, palette, toOklch } from '#domain/brand/palette.ts'
import { checkBrand } from '../../../src/bundling/styles.ts'

describe('the palette', () => {
  test('takes the hue of another accent, and no colour stays green', () => {
    const violet = palette('light', { accent: '#6d28d9', background: '#f6f4fa', onAccent: '#fff' })
    const hue = toOklch('#6d28d9').hue
    const coloured = Object.entries(violet).filter(([, colour]) => toOklch(colour.slice(0, 7)).chroma >= 0.02)
    expect(coloured.length).toBeGreaterThan(5)
    // The hue of a nearly grey colour is not exact in 8 bits.
    for (const [name, colour] of coloured) {
      const found = toOklch(colour.slice(0, 7))
      expect([name, Math.abs(found.hue - hue) < 25]).toEqual([name, true])
    }
  })

  test('of a grey accent is grey', () => {
    const grey = palette('light', { accent: '#555', background: '#fff', onAccent: '#fff' })
    expect(Object.entries(grey).filter(([, colour]) => toOklch(colour.slice(0, 7)).chroma > 0.001)).toEqual([])
  })
})

test.each(['#000000', '#ffffff', '#6d28d9', '#0b7a46', '#fbe99a'])('%s stays the same through OKLCH', colour => {
  expect(fromOklch(toOklch(colour))).toBe(colour)
})

const VIOLET = { accent: '#6d28d9', background: '#f6f4fa', onAccent: '#fff' }
const DARK_VIOLET = { accent: '#b79bff', background: '#110d1a', onAccent: '#17082e' }

test.each([
  ['#000', '#fff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#fff', 4.54],
  ['#0b7a46', '#f3f6f3', 4.96]
])('the contrast of %s and %s is %d', (one, other, ratio) => {
  expect(contrastRatio(one, other)).toBeCloseTo(ratio, 2)
  expect(contrastRatio(other, one)).toBeCloseTo(ratio, 2)
})

describe('the colours of a brand', () => {
  test('are accepted if every text is readable', () => {
    expect(brandProblems('light', VIOLET)).toEqual([])
    expect(brandProblems('dark', DARK_VIOLET)).toEqual([])
  })

  test('are refused with a sentence that names the colour and its ratio', () => {
    expect(brandProblems('light', { ...VIOLET, accent: '#a78bfa' })).toContain(
      'The light accent #a78bfa on the background #f6f4fa has a contrast of 2.49:1 and needs 4.5:1.'
    )
    expect(brandProblems('dark', { ...DARK_VIOLET, onAccent: '#fff' })).toContain(
      'The dark text on the accent #fff on the accent #b79bff has a contrast of 2.29:1 and needs 4.5:1.'
    )
  })

  test('are refused if the background hides the texts of the page', () => {
    expect(brandProblems('light', { ...VIOLET, background: '#9a93a8' }).join()).toContain('secondary text')
  })

  test.each(['violet', '#12', '#6d28d', 'rgb(0 0 0)', ''])('are refused if one is no colour: %j', accent => {
    expect(brandProblems('light', { ...VIOLET, accent })).toEqual([
      `The light accent '${accent}' is no colour such as #0a7 or #00aa77.`
    ])
  })

  test('stop the build if one is hard to read', () => {
    expect(() => checkBrand({ dark: DARK_VIOLET, light: VIOLET })).not.toThrow()
    expect(() => checkBrand({ dark: { ...DARK_VIOLET, accent: '#3b1f78' }, light: VIOLET })).toThrow(
      /^The dark accent #3b1f78 on the background #110d1a has a contrast of \d/
    )
  })
})
