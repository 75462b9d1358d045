import {
  BACKGROUND_LIGHT,
  BRAND_NAME,
  BRAND_SLOGAN,
  ICON_192,
  ICON_512,
  ICON_MASKABLE_192,
  ICON_MASKABLE_512,
  ICON_MONOCHROME_512,
  ICON_SVG
} from '#domain/brand/brand.ts'
import { PATHS } from '#domain/routes.ts'
import * as appShellText from '#messages/app-shell.ts'

// The installed app. The build writes the answer into a file.

export const prerender = true

const png = (src: string, pixels: number, purpose?: string) => ({
  src,
  sizes: `${pixels}x${pixels}`,
  type: 'image/png',
  purpose
})

const shortcut = (name: string, url: string) => ({ name, url, icons: [png(ICON_192, 192)] })

const NARROW = '824x1720'
const WIDE = '1280x800'

function screenshot(name: string, label: string, sizes = NARROW) {
  const formFactor = sizes === WIDE ? 'wide' : 'narrow'
  return { src: `/screenshots/${name}.webp`, sizes, type: 'image/webp', form_factor: formFactor, label }
}

const manifest = {
  name: BRAND_NAME,
  short_name: BRAND_NAME,
  description: BRAND_SLOGAN,
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  lang: 'en-IN',
  dir: 'ltr',
  theme_color: BACKGROUND_LIGHT,
  background_color: BACKGROUND_LIGHT,
  categories: ['travel', 'transportation'],
  prefer_related_applications: false,
  icons: [
    { src: ICON_SVG, sizes: 'any', type: 'image/svg+xml' },
    png(ICON_192, 192),
    png(ICON_512, 512),
    png(ICON_MASKABLE_192, 192, 'maskable'),
    png(ICON_MASKABLE_512, 512, 'maskable'),
    png(ICON_MONOCHROME_512, 512, 'monochrome')
  ],
  shortcuts: [
    shortcut(appShellText.riderBar.bookings, PATHS.myBookings),
    shortcut(appShellText.riderBar.scooters, PATHS.home)
  ],
  screenshots: [
    screenshot('home-narrow', appShellText.homeScreenshot),
    screenshot('booking-narrow', appShellText.bookingScreenshot),
    screenshot('my-bookings-narrow', appShellText.myBookingsScreenshot),
    screenshot('home-wide', appShellText.homeScreenshot, WIDE)
  ]
}

export const GET = () => Response.json(manifest, { headers: { 'content-type': 'application/manifest+json' } })
