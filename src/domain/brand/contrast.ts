import { contrastRatio, isColour } from './colour.ts'
import { type BrandColours, palette, type Theme } from './palette.ts'

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
