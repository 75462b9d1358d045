import { describe, expect, test } from 'vitest'
import { fromOklch, palette, themes, toOklch } from '#domain/brand/palette.ts'

const GREEN = {
  dark: { accent: '#3ecb84', background: '#0c1310', onAccent: '#05170d' },
  light: { accent: '#0b7a46', background: '#f3f6f3', onAccent: '#fff' }
}

describe('the palette', () => {
  test('of the green brand has the colours that were chosen by hand', () => {
    const { dark, light } = themes(GREEN)
    expect(light).toMatchObject({
      'accent-hover': '#086339',
      'accent-ink': '#0a5e37',
      'accent-soft': '#dff2e6',
      bg: '#f3f6f3',
      ink: '#12201a',
      line: '#d3dbd4',
      panel: '#0c3b26',
      'panel-scoot-1': '#3ecb84',
      'scoot-2': '#085c35',
      scrim: '#06100b8f',
      'shade-far': '#0c1e1424',
      sunken: '#e9eee9'
    })
    expect(dark).toMatchObject({
      'accent-hover': '#63d99d',
      'accent-ink': '#74dfa7',
      ink: '#e9f1ec',
      'scoot-2': '#1f8f58',
      surface: '#141d18'
    })
  })

  test('takes the hue of another accent, and no colour stays green', () => {
    const violet = palette('light', { accent: '#6d28d9', background: '#f6f4fa', onAccent: '#fff' })
    const hue = toOklch('#6d28d9').hue
    for (const [name, colour] of Object.entries(violet)) {
      const found = toOklch(colour.slice(0, 7))
      // The hue of a nearly grey colour is not exact in 8 bits.
      if (found.chroma < 0.02) continue
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
