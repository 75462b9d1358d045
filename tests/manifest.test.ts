import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { PATHS } from '#domain/routes.ts'
import { brand, riderBar, slogan } from '#messages/app-shell.ts'

interface Picture {
  src: string
  sizes: string
  type: string
  form_factor?: string
  label?: string
  purpose?: string
}

const read = (path: string) => readFileSync(path, 'utf8')
const manifest = JSON.parse(read('public/manifest.webmanifest')) as Record<string, unknown> & {
  icons: Picture[]
  screenshots: Picture[]
  shortcuts: { icons: Picture[]; name: string; url: string }[]
}
const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)]
const fileOf = (src: string) => join('public', src)
const MAX_SCREENSHOT_BYTES = 120_000

describe('the installed app', () => {
  test('has the name, the description and the shortcuts of the pages', () => {
    expect(manifest).toMatchObject({ description: slogan, name: brand, short_name: brand })
    expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
      [riderBar.bookings, PATHS.myBookings],
      [riderBar.scooters, PATHS.home]
    ])
  })

  test('has the background colours of the pages, in its manifest and in their head', () => {
    const [light, dark] = [...read('src/styles/tokens.css').matchAll(/--color-bg: (#\w+);/g)].map(
      ([, colour]) => colour
    )
    expect([manifest.theme_color, manifest.background_color]).toEqual([light, light])
    const layout = read('src/layouts/base.astro')
    expect([...layout.matchAll(/content="(#\w+)" media/g)].map(([, colour]) => colour)).toEqual([light, dark])
  })

  test('starts in its own window, on the home page', () => {
    expect(manifest).toMatchObject({ display: 'standalone', id: '/', scope: '/', start_url: '/' })
  })

  test.each(pictures.filter(({ sizes }) => sizes !== 'any'))('has $src in the declared size', async picture => {
    const { format, height, width } = await sharp(fileOf(picture.src)).metadata()
    expect([`${width}x${height}`, `image/${format}`]).toEqual([picture.sizes, picture.type])
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
