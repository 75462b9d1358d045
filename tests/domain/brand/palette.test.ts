import { describe, expect, test } from 'vitest'
import { fromOklch, palette, toOklch } from '#domain/brand/palette.ts'

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
