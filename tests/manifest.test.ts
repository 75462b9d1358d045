import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ACCENT_LIGHT, BACKGROUND_LIGHT, BRAND_NAME, BRAND_SLOGAN, SHARE_PICTURE } from '#domain/brand/brand.ts'
import { PATHS } from '#domain/routes.ts'
import * as appShellText from '#messages/app-shell.ts'
import { GET } from '../src/pages/manifest.webmanifest.ts'

interface Picture {
  src: string
  sizes: string
  type: string
  form_factor?: string
  label?: string
  purpose?: string
}

const manifest = (await GET().json()) as Record<string, unknown> & {
  icons: Picture[]
  screenshots: Picture[]
  shortcuts: { icons: Picture[]; name: string; url: string }[]
}
const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)]
const fileOf = (src: string) => join('public', src)
const MAX_SCREENSHOT_BYTES = 120_000

describe('the installed app', () => {
  test('has the name, the description and the shortcuts of the pages', () => {
    expect(manifest).toMatchObject({ description: BRAND_SLOGAN, name: BRAND_NAME, short_name: BRAND_NAME })
    expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
      [appShellText.riderBar.bookings, PATHS.myBookings],
      [appShellText.riderBar.scooters, PATHS.home]
    ])
  })

  test('has the background colour of the pages and an icon in the accent colour', () => {
    expect([manifest.theme_color, manifest.background_color]).toEqual([BACKGROUND_LIGHT, BACKGROUND_LIGHT])
    expect(readFileSync(fileOf('icon.svg'), 'utf8')).toContain(`fill="${ACCENT_LIGHT}"`)
  })

  test('starts in its own window, on the home page', () => {
    expect(manifest).toMatchObject({ display: 'standalone', id: '/', scope: '/', start_url: '/' })
  })

  test.each(pictures.filter(({ sizes }) => sizes !== 'any'))('has $src in the declared size', async picture => {
    const { format, height, width } = await sharp(fileOf(picture.src)).metadata()
    expect([`${width}x${height}`, `image/${format}`]).toEqual([picture.sizes, picture.type])
  })

  test('has a picture for shared links in the size that chats expect', async () => {
    const { height, width } = await sharp(fileOf(SHARE_PICTURE)).metadata()
    expect([width, height]).toEqual([1200, 630])
  })

  test('has an icon for every shape', () => {
    const has = (sizes: string, purpose?: string) =>
      manifest.icons.some(icon => icon.sizes === sizes && icon.purpose === purpose)
    expect(has('any') && has('192x192') && has('512x512')).toBe(true)
    expect(has('192x192', 'maskable') && has('512x512', 'maskable') && has('512x512', 'monochrome')).toBe(true)
  })

  test('has icons with a background if they are masked, and a transparent one if they are coloured', async () => {
    const corner = async (src: string) => {
      const { data } = await sharp(fileOf(src)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      return data[3]
    }
    expect(await corner('apple-touch-icon.png')).toBe(255)
    for (const { purpose, src } of manifest.icons.filter(({ purpose }) => purpose)) {
      expect([src, await corner(src)]).toEqual([src, purpose === 'maskable' ? 255 : 0])
    }
  })

  test('has small screenshots for phone and desktop', () => {
    expect(new Set(manifest.screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']))
    for (const { label, src } of manifest.screenshots) {
      expect(label).toBeTruthy()
      expect(statSync(fileOf(src)).size).toBeLessThan(MAX_SCREENSHOT_BYTES)
    }
  })
})
