import { expect, test } from 'vitest'
import { ACCENT_DARK, ACCENT_LIGHT } from '#domain/brand/brand.ts'
import { brandStyles } from '../../src/bundling/brand-styles.ts'

test('the styles of the brand have the accent of each theme, and the dark one only on screens', () => {
  const [light = '', dark = ''] = brandStyles().split('\n')
  expect(light).toContain(`@theme { --color-accent: ${ACCENT_LIGHT};`)
  expect(dark).toMatch(/^@media screen and \(prefers-color-scheme: dark\)/)
  expect(dark).toContain(`--color-accent: ${ACCENT_DARK};`)
})
