import { describe, expect, test } from 'vitest'
import { ACCENT_DARK, ACCENT_LIGHT, BRAND_NAME } from '#domain/brand/brand.ts'
import { brandStyles } from '../../src/bundling/brand-styles.ts'
import { withBrand } from '../../src/bundling/inline-brand.ts'

describe('the constants of the brand', () => {
  test('take the places of their names in a module', () => {
    const use = 'open(`Hi $' + '{BRAND_NAME}`, ACCENT_LIGHT)'
    const source = `import { ACCENT_LIGHT, BRAND_NAME } from '#domain/brand/brand.ts'\n${use}`
    expect(withBrand(source)).toBe(`\nopen(\`Hi ${BRAND_NAME}\`, "${ACCENT_LIGHT}")`)
  })

  test('take the places of their names after an import of several lines', () => {
    const source = "import {\n  ACCENT_LIGHT,\n  BRAND_NAME\n} from '#domain/brand/brand.ts'\nopen(BRAND_NAME)"
    expect(withBrand(source)).toBe(`\nopen("${BRAND_NAME}")`)
  })

  test.each([
    "import * as brand from '#domain/brand/brand.ts'",
    "import { BRAND_NAME as name } from '#domain/brand/brand.ts'",
    "import { BRAND_NAME } from '#domain/brand/brand.ts'\nexport { ICON_SVG } from '#domain/brand/brand.ts'"
  ])('stop the build where it cannot replace the names: %s', source => {
    expect(() => withBrand(source)).toThrow('#domain/brand/brand.ts')
  })
})

test('the styles of the brand have the accent of each theme, and the dark one only on screens', () => {
  const [light = '', dark = ''] = brandStyles().split('\n')
  expect(light).toContain(`@theme { --color-accent: ${ACCENT_LIGHT};`)
  expect(dark).toMatch(/^@media screen and \(prefers-color-scheme: dark\)/)
  expect(dark).toContain(`--color-accent: ${ACCENT_DARK};`)
})
