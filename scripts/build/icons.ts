import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import * as brand from '#domain/brand/brand.ts'
import { themes } from '#domain/brand/palette.ts'
import { scooterShapes } from '../demo/drawings.ts'
import { ROOT } from '../kit/settings.ts'

// Writes the app icons and the share picture into public/, in the colours of the brand. Run it when these or the logo
// change:
//
// node scripts/build/icons.ts

const SIDE = 34
/** Devices crop maskable icons, so the drawing stays inside the circle in their middle. */
const IN_SAFE_CIRCLE = 0.86

/** The centre of the scooter. */
const MIDDLE = { x: 18, y: 17 }

const ROUNDED = `<rect width="${SIDE}" height="${SIDE}" rx="8" fill="${brand.ACCENT_LIGHT}"/>`
const FULL = `<rect width="${SIDE}" height="${SIDE}" fill="${brand.ACCENT_LIGHT}"/>`
const LINES = [
  '<path d="M19 9h4l3.2 12.5"/><path d="M8 17.5h6.5l2 4.5h5l3-4"/>',
  '<circle cx="10" cy="23.5" r="2.6"/><circle cx="26" cy="23.5" r="2.6"/>'
].join('')

/** The scooter of the logo, scaled about its centre. */
function mark(scale = 1, colour: string = brand.ON_ACCENT_LIGHT): string {
  const [x, y] = scale === 1 ? [0, 0] : [SIDE / 2 - MIDDLE.x * scale, SIDE / 2 - MIDDLE.y * scale]
  const stroke = `fill="none" stroke="${colour}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"`
  const transform = scale === 1 ? '' : ` transform="translate(${x} ${y}) scale(${scale})"`
  return `<g ${stroke}${transform}>${LINES}</g>`
}

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${content}</svg>`
}

const ICONS: Readonly<Record<string, { content: string; pixels: number }>> = {
  [brand.ICON_192]: { content: ROUNDED + mark(), pixels: 192 },
  [brand.ICON_512]: { content: ROUNDED + mark(), pixels: 512 },
  [brand.ICON_MASKABLE_192]: { content: FULL + mark(IN_SAFE_CIRCLE), pixels: 192 },
  [brand.ICON_MASKABLE_512]: { content: FULL + mark(IN_SAFE_CIRCLE), pixels: 512 },
  // Systems replace its colour.
  [brand.ICON_MONOCHROME_512]: { content: mark(IN_SAFE_CIRCLE, '#fff'), pixels: 512 },
  [brand.ICON_TOUCH]: { content: FULL + mark(IN_SAFE_CIRCLE), pixels: 180 }
}

const SHARE_SIZE = { height: 630, width: 1200 }
const ROAD_Y = 510

/** The scooter on the panel of the sign-in page. It has no text, because fonts differ between machines. */
function sharePicture(): string {
  const { panel, 'panel-2': road, ...light } = themes().light
  const [body = '', hub = '', ink = ''] = ['panel-scoot-1', 'panel-scoot-hub', 'panel-scoot-ink'].map(
    name => light[name]
  )
  const { height, width } = SHARE_SIZE
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${panel}"/>`,
    `<rect y="${ROAD_Y}" width="${width}" height="${height - ROAD_Y}" fill="${road}"/>`,
    `<g transform="translate(300 88) scale(3.2)">${scooterShapes({ body, hub, ink })}</g></svg>`
  ].join('')
}

const save = (path: string, content: Buffer | string) => writeFileSync(join(ROOT, 'public', path), content)

save(brand.ICON_SVG, `${svg(ROUNDED + mark())}\n`)
for (const [path, { content, pixels }] of Object.entries(ICONS)) {
  const density = (72 * pixels) / SIDE
  const image = sharp(Buffer.from(svg(content)), { density }).resize(pixels, pixels)
  save(path, await image.png({ palette: true }).toBuffer())
}
const { height, width } = SHARE_SIZE
save(
  brand.SHARE_PICTURE,
  await sharp(Buffer.from(sharePicture())).resize(width, height).png({ palette: true }).toBuffer()
)
