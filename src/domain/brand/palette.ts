import * as brand from './brand.ts'
import { contrastRatio, fromOklch, isColour, toOklch } from './colour.ts'

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
    // Dark shadows are black (styles/tokens.css).
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
