import * as brand from './brand.ts'

// Colours as sRGB and as OKLCH (https://www.w3.org/TR/css-color-4/#ok-lab). In OKLCH, colours of one lightness look
// equally light in every hue.

interface Oklch {
  /** 0 is black, 1 is white. */
  lightness: number
  /** 0 is grey; a strong colour has about 0.2. */
  chroma: number
  /** Degrees. */
  hue: number
}

/** Red, green and blue, or cone responses, or OKLab. */
type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/i
const RADIAN = Math.PI / 180

const TO_CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005]
]
const TO_LAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766]
]
const FROM_LAB: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548]
]
const FROM_CONES: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701]
]

function multiply(matrix: Matrix, [x, y, z]: Triple): Triple {
  const [first, second, third] = matrix.map(([a, b, c]) => a * x + b * y + c * z)
  return [first ?? 0, second ?? 0, third ?? 0]
}

const each = ([x, y, z]: Triple, change: (value: number) => number): Triple => [change(x), change(y), change(z)]
const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const fromLinear = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

const isColour = (text: string) => HEX.test(text)

/** Linear light of a colour such as '#fff' or '#00aa77', each part from 0 to 1. */
function linearLight(colour: string): Triple {
  const digits = colour.length === 4 ? colour.replace(/[\da-f]/gi, '$&$&') : colour
  const part = (start: number) => toLinear(Number.parseInt(digits.slice(start, start + 2), 16) / 255)
  return [part(1), part(3), part(5)]
}

export function toOklch(colour: string): Oklch {
  const [lightness, a, b] = multiply(TO_LAB, each(multiply(TO_CONES, linearLight(colour)), Math.cbrt))
  return { chroma: Math.hypot(a, b), hue: Math.atan2(b, a) / RADIAN, lightness }
}

/** Returns the nearest colour as '#rrggbb'. A part that no screen shows is cut off. */
export function fromOklch({ chroma, hue, lightness }: Oklch): string {
  const lab: Triple = [lightness, chroma * Math.cos(hue * RADIAN), chroma * Math.sin(hue * RADIAN)]
  const linear = multiply(
    FROM_CONES,
    each(multiply(FROM_LAB, lab), value => value ** 3)
  )
  const bytes = each(linear, value => Math.round(255 * fromLinear(Math.min(1, Math.max(0, value)))))
  return `#${bytes.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

function luminance(colour: string): number {
  const [red, green, blue] = linearLight(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours as WCAG 2 defines it: from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

// The colours that follow from those of the brand. The names are those of the custom properties, without '--color-'.

/** Lightness, chroma, and degrees from the hue of the accent. */
type Tint = readonly [number, number, number]

interface Recipe {
  /** Colours with a lightness of their own, so that text on them stays readable in every hue. */
  tints: Readonly<Record<string, Tint>>
  /** Differences from the accent. */
  shades: Readonly<Record<string, Tint>>
}

const LIGHT: Recipe = {
  shades: { 'accent-hover': [-0.07, -0.0183, 0.6], 'scoot-2': [-0.092, -0.0241, 0.7] },
  tints: {
    'accent-ink': [0.426, 0.0986, 1],
    'accent-soft': [0.944, 0.026, 3],
    bar: [0.23, 0.023, 11],
    hatch: [0.873, 0.014, -3],
    ink: [0.23, 0.023, 11],
    'ink-2': [0.438, 0.023, 2],
    line: [0.883, 0.013, -6],
    'line-strong': [0.603, 0.02, 0],
    'on-bar': [0.97, 0.0075, -3],
    'on-bar-2': [0.803, 0.021, 4],
    'on-toast': [0.97, 0.0075, -3],
    panel: [0.315, 0.063, 4],
    'panel-2': [0.274, 0.053, 4],
    'panel-scoot-hub': [0.796, 0.036, 6],
    'panel-scoot-ink': [0.18, 0.027, 4],
    picture: [0.94, 0.0117, -1.5],
    'picture-2': [0.898, 0.018, -2],
    'scoot-hub': [0.844, 0.016, -1],
    'scoot-ink': [0.27, 0.023, 7],
    sunken: [0.944, 0.009, -10],
    toast: [0.23, 0.023, 11]
  }
}

const DARK: Recipe = {
  shades: { 'accent-hover': [0.05, -0.02, 2], 'scoot-2': [-0.174, -0.029, -0.6] },
  tints: {
    'accent-ink': [0.825, 0.1284, 2.2],
    'accent-soft': [0.295, 0.049, 1],
    bar: [0.22, 0.016, 4],
    hatch: [0.36, 0.022, 7],
    ink: [0.95, 0.011, 2],
    'ink-2': [0.767, 0.023, 2],
    line: [0.33, 0.021, 5],
    'line-strong': [0.602, 0.022, 3],
    'on-bar': [0.95, 0.011, 2],
    'on-bar-2': [0.767, 0.023, 2],
    picture: [0.255, 0.02, 6],
    'picture-2': [0.3, 0.025, 4],
    raised: [0.264, 0.019, 4],
    'scoot-hub': [0.74, 0.024, 3],
    'scoot-ink': [0.482, 0.026, 7],
    segment: [0.364, 0.023, 3],
    sunken: [0.264, 0.019, 4],
    surface: [0.22, 0.016, 4],
    toast: [0.307, 0.022, 5]
  }
}

/** Accents with less chroma than this make the other colours greyer too. */
const FULL_CHROMA = 0.12

/** The three colours that a theme starts from, each as '#rgb' or '#rrggbb'. */
interface BrandColours {
  accent: string
  background: string
  onAccent: string
}

export type Theme = 'dark' | 'light'
type Palette = Readonly<Record<string, string>>

const RECIPES: Readonly<Record<Theme, Recipe>> = { dark: DARK, light: LIGHT }

export const BRAND_COLOURS: Readonly<Record<Theme, BrandColours>> = {
  dark: { accent: brand.ACCENT_DARK, background: brand.BACKGROUND_DARK, onAccent: brand.ON_ACCENT_DARK },
  light: { accent: brand.ACCENT_LIGHT, background: brand.BACKGROUND_LIGHT, onAccent: brand.ON_ACCENT_LIGHT }
}

function mapValues<From>(values: Readonly<Record<string, From>>, change: (value: From) => string): Palette {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}

/** Returns the colours of one theme by name. */
export function palette(theme: Theme, { accent, background, onAccent }: BrandColours): Palette {
  const { chroma, hue, lightness } = toOklch(accent)
  const strength = Math.min(1, chroma / FULL_CHROMA)
  const { shades, tints } = RECIPES[theme]
  const tinted = ([light, colour, turn]: Tint) =>
    fromOklch({ chroma: colour * strength, hue: hue + turn, lightness: light })
  return {
    accent,
    bg: background,
    'on-accent': onAccent,
    'scoot-1': accent,
    ...mapValues(tints, tinted),
    // Dark shadows are black (styles/theme.css).
    ...(theme === 'light' && mapValues(OVERLAYS, ({ opacity, tint }) => tinted(tint) + opacity)),
    ...mapValues(shades, ([lighter, stronger, turn]) =>
      fromOklch({ chroma: Math.max(0, chroma + stronger), hue: hue + turn, lightness: lightness + lighter })
    )
  }
}

/** The layer behind a dialog, and shadows. Their opacity is in hex, because '#rrggbbaa' is a colour too. */
const OVERLAYS: Readonly<Record<string, { opacity: string; tint: Tint }>> = {
  scrim: { opacity: '8f', tint: [0.16, 0.019, 8] },
  'shade-far': { opacity: '24', tint: [0.216, 0.031, 3] },
  'shade-near': { opacity: '14', tint: [0.216, 0.031, 3] }
}

/** The colours of both themes. The panel beside the sign-in form is dark in both, so its scooter is too. */
export function themes(colours = BRAND_COLOURS): Record<Theme, Palette> {
  const dark = palette('dark', colours.dark)
  const onPanel = { 'panel-scoot-1': dark['scoot-1'] ?? '', 'panel-scoot-2': dark['scoot-2'] ?? '' }
  return { dark, light: { ...palette('light', colours.light), ...onPanel } }
}

/** The contrast that WCAG 2 (level AA) asks of text. */
const TEXT_MIN_RATIO = 4.5

/** Pairs of text and background that need enough contrast. The names are those of the palette. */
const TEXTS = [
  ['accent', 'bg'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['accent-ink', 'bg'],
  ['ink', 'bg'],
  ['ink-2', 'bg']
] as const

const NAMES: Readonly<Record<(typeof TEXTS)[number][number], string>> = {
  accent: 'accent',
  'accent-hover': 'pressed accent',
  'accent-ink': 'accent of texts',
  bg: 'background',
  ink: 'text',
  'ink-2': 'secondary text',
  'on-accent': 'text on the accent'
}

/** Cut, not rounded, so that a ratio below the limit never looks like it. */
const ratioText = (ratio: number) => (Math.floor(ratio * 100) / 100).toFixed(2)

/** One sentence for each colour that is malformed or hard to read; none if the theme is usable. */
export function brandProblems(theme: Theme, colours: BrandColours): string[] {
  const malformed = Object.entries(colours).filter(([, colour]) => !isColour(colour))
  if (malformed.length > 0)
    return malformed.map(([name, colour]) => `The ${theme} ${name} '${colour}' is no colour such as #0a7 or #00aa77.`)
  const all = palette(theme, colours)
  return TEXTS.flatMap(([text, ground]) => {
    const [front = '', back = ''] = [all[text], all[ground]]
    const ratio = contrastRatio(front, back)
    if (ratio >= TEXT_MIN_RATIO) return []
    const subject = `The ${theme} ${NAMES[text]} ${front} on the ${NAMES[ground]} ${back}`
    return `${subject} has a contrast of ${ratioText(ratio)}:1 and needs ${TEXT_MIN_RATIO}:1.`
  })
}
