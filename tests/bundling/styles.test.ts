import { describe, expect, test } from 'vitest'
import { ACCENT_DARK, ACCENT_LIGHT } from '#domain/brand/brand.ts'
import { brandStyles, componentStyles, renderingFiles } from '../../src/bundling/styles.ts'

const HOME = 'index'
const BOOKING = 'booking/[scooterId]'

describe('the files that render a page', () => {
  test('are everything it imports, directly or not, and its layout', () => {
    expect(renderingFiles(HOME)).toEqual(
      expect.arrayContaining([
        'pages/index.astro',
        'islands/home/banner.tsx',
        'islands/ui/art/icon.tsx',
        'layouts/base.astro'
      ])
    )
    expect(renderingFiles(HOME).filter(file => file.startsWith('islands/booking/'))).toEqual([])
  })

  test('include what it loads later, through any module', () => {
    expect(renderingFiles(BOOKING)).toEqual(
      expect.arrayContaining(['client/payment/sandbox-checkout.ts', 'islands/booking/month-calendar.tsx'])
    )
    expect(renderingFiles('auth')).toContain('islands/auth/sign-up-form.tsx')
  })

  test('exclude modules that render nothing', () => {
    expect(renderingFiles(BOOKING).filter(file => /^(?:contract|domain|messages|server|stores)\//.test(file))).toEqual(
      []
    )
  })
})

describe('the component styles of a page', () => {
  const stylesOf = (page: string) => componentStyles(renderingFiles(page))

  test('are those whose class it uses', () => {
    expect(stylesOf(BOOKING)).toContain('styles/components/radio-card.css')
    expect(stylesOf(HOME)).not.toContain('styles/components/radio-card.css')
    expect(stylesOf('admin/auth')).toContain('styles/components/field-input.css')
    expect(stylesOf('404')).not.toContain('styles/components/field-input.css')
  })
})

test('the styles of the brand have the accent of each theme, and the dark one only on screens', () => {
  const [light = '', dark = ''] = brandStyles().split('\n')
  expect(light).toContain(`@theme { --color-accent: ${ACCENT_LIGHT};`)
  expect(dark).toMatch(/^@media screen and \(prefers-color-scheme: dark\)/)
  expect(dark).toContain(`--color-accent: ${ACCENT_DARK};`)
})
