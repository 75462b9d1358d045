import { describe, expect, test } from 'vitest'
import { ACCENT_DARK, ACCENT_LIGHT, BRAND_NAME } from '#domain/brand/brand.ts'
import { brandStyles } from '../../src/bundling/brand-styles.ts'
import { withBrand } from '../../src/bundling/inline-brand.ts'

describe('the constants of the brand', () => {
  test('replace the import of a module', () => {
    const source = "import { ACCENT_LIGHT, BRAND_NAME } from '#domain/brand/brand.ts'\nexport const hi = BRAND_NAME"
    expect(withBrand(source)).toBe(
      `const ACCENT_LIGHT = "${ACCENT_LIGHT}"; const BRAND_NAME = "${BRAND_NAME}";\nexport const hi = BRAND_NAME`
    )
  })

  test('leave other modules as they are', () => {
    expect(withBrand("import { PATHS } from '#domain/routes.ts'")).toBeNull()
  })
})

test('the styles of the brand have the accent of each theme, and the dark one only on screens', () => {
  const [light = '', dark = ''] = brandStyles().split('\n')
  expect(light).toContain(`@theme { --color-accent: ${ACCENT_LIGHT};`)
  expect(dark).toMatch(/^@media screen and \(prefers-color-scheme: dark\)/)
  expect(dark).toContain(`--color-accent: ${ACCENT_DARK};`)
})
