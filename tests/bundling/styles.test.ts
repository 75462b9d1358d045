import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ACCENT_DARK, ACCENT_LIGHT } from '#domain/brand/brand.ts'
import { brandStyles, componentStyles, PAGES, renderingFiles, STYLESHEET } from '../../src/bundling/styles.ts'

const HOME = 'pages/index.astro'
const BOOKING = 'pages/booking/[scooterId].astro'

describe('the files that render a page', () => {
  test('are everything it imports, directly or not, and its layout', () => {
    expect(renderingFiles([HOME])).toEqual(
      expect.arrayContaining([HOME, 'islands/home/scooters.tsx', 'islands/ui/art/icon.tsx', 'layouts/base.astro'])
    )
    expect(renderingFiles([HOME]).filter(file => file.startsWith('islands/booking/'))).toEqual([])
  })

  test('include what it loads later, through any module', () => {
    expect(renderingFiles([BOOKING])).toEqual(
      expect.arrayContaining(['client/payment/sandbox-checkout.ts', 'islands/booking/month-calendar.tsx'])
    )
    expect(renderingFiles(['pages/auth.astro'])).toContain('islands/auth/sign-up-form.tsx')
  })

  test('exclude modules that render nothing', () => {
    expect(
      renderingFiles([BOOKING]).filter(file => /^(?:contract|domain|messages|server|stores)\//.test(file))
    ).toEqual([])
  })
})

describe('the component styles of a page', () => {
  const stylesOf = (page: string) => componentStyles(renderingFiles([page]))

  test('are those whose class it uses', () => {
    expect(stylesOf(BOOKING)).toContain('styles/components/radio-card.css')
    expect(stylesOf(HOME)).not.toContain('styles/components/radio-card.css')
    expect(stylesOf('pages/auth.astro')).toContain('styles/components/photo-box.css')
    expect(stylesOf('pages/admin/auth.astro')).not.toContain('styles/components/photo-box.css')
  })
})

test('the plugin transforms every stylesheet that names pages, in whatever folder it is', () => {
  const sheets = globSync('src/styles/**/*.css').filter(file => readFileSync(file, 'utf8').match(PAGES))
  expect(sheets.length).toBeGreaterThan(5)
  expect(sheets.filter(file => !STYLESHEET.test(resolve(file)))).toEqual([])
})

test('the styles of the brand have the accent of each theme, and the dark one only on screens', () => {
  const [light = '', dark = ''] = brandStyles().split('\n')
  expect(light).toContain(`@theme { --color-accent: ${ACCENT_LIGHT};`)
  expect(dark).toMatch(/^@media screen and \(prefers-color-scheme: dark\)/)
  expect(dark).toContain(`--color-accent: ${ACCENT_DARK};`)
})
