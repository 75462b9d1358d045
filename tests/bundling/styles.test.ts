import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { componentStyles, pageStyles, renderingFiles } from '../../src/bundling/styles.ts'

const HOME = 'pages/index.astro'
const BOOKING = 'pages/booking/[scooterId].astro'

describe('the files that render a page', () => {
  test('are everything it imports, directly or not, and its layout', () => {
    expect(renderingFiles([HOME])).toEqual(
      expect.arrayContaining([HOME, 'islands/home/scooter-card.tsx', 'islands/ui/art/icon.tsx', 'layouts/base.astro'])
    )
    expect(renderingFiles([HOME]).filter(file => file.startsWith('islands/booking/'))).toEqual([])
  })

  test('include what it loads later, through any module', () => {
    expect(renderingFiles([BOOKING])).toEqual(
      expect.arrayContaining(['client/payment/sandbox-checkout.ts', 'islands/booking/times/month-calendar.tsx'])
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

test('every stylesheet that names pages as sources gets their styles', () => {
  const { transform } = pageStyles() as unknown as { transform: { filter: { code: RegExp; id: RegExp } } }
  const { code, id } = transform.filter
  const sheets = globSync('src/styles/**/*.css').filter(file => /@source ".*\.astro"/.test(readFileSync(file, 'utf8')))
  expect(sheets.length).toBeGreaterThan(5)
  expect(sheets.filter(file => !id.test(resolve(file)) || readFileSync(file, 'utf8').search(code) < 0)).toEqual([])
})
