import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { ROOT } from '../kit/settings.ts'

// Writes the app icons into public/ from the logo of the pages. Run it when the logo changes:
//
// node scripts/build/icons.ts

const GREEN = '#0b7a46'
const SIDE = 34
/** Devices crop maskable icons, so the drawing stays inside the circle in their middle. */
const IN_SAFE_CIRCLE = 0.86

/** The centre of the scooter. */
const MIDDLE = { x: 18, y: 17 }

const ROUNDED = `<rect width="${SIDE}" height="${SIDE}" rx="8" fill="${GREEN}"/>`
const FULL = `<rect width="${SIDE}" height="${SIDE}" fill="${GREEN}"/>`
const LINES = [
  '<path d="M19 9h4l3.2 12.5"/><path d="M8 17.5h6.5l2 4.5h5l3-4"/>',
  '<circle cx="10" cy="23.5" r="2.6"/><circle cx="26" cy="23.5" r="2.6"/>'
].join('')

/** The white scooter; scaled about its centre. */
function mark(scale = 1): string {
  const [x, y] = scale === 1 ? [0, 0] : [SIDE / 2 - MIDDLE.x * scale, SIDE / 2 - MIDDLE.y * scale]
  const stroke = 'fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"'
  return `<g ${stroke} transform="translate(${x} ${y}) scale(${scale})">${LINES}</g>`
}

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${content}</svg>`
}

const SOURCES: Record<string, { content: string; pixels: number }> = {
  'apple-touch-icon.png': { content: FULL + mark(IN_SAFE_CIRCLE), pixels: 180 },
  'icon-192.png': { content: ROUNDED + mark(), pixels: 192 },
  'icon-512.png': { content: ROUNDED + mark(), pixels: 512 },
  'icon-maskable-192.png': { content: FULL + mark(IN_SAFE_CIRCLE), pixels: 192 },
  'icon-maskable-512.png': { content: FULL + mark(IN_SAFE_CIRCLE), pixels: 512 },
  'icon-monochrome-512.png': { content: mark(IN_SAFE_CIRCLE), pixels: 512 }
}

for (const [name, { content, pixels }] of Object.entries(SOURCES)) {
  const density = (72 * pixels) / SIDE
  const png = sharp(Buffer.from(svg(content)), { density })
    .resize(pixels, pixels)
    .png({ palette: true })
  writeFileSync(join(ROOT, 'public', name), await png.toBuffer())
}
