import { brandProblems } from '#domain/brand/contrast.ts'
import { BRAND_COLOURS, type Theme, themes } from '#domain/brand/palette.ts'

// The colours of the brand as a stylesheet. Utilities read these variables, so dark mode applies automatically.

const THEMES: readonly Theme[] = ['light', 'dark']

function declarations(colours: Readonly<Record<string, string>>): string {
  return Object.entries(colours)
    .map(([name, colour]) => `--color-${name}: ${colour};`)
    .join(' ')
}

/** Throws an Error with one sentence for each colour that is hard to read. */
export function checkBrand(colours = BRAND_COLOURS): void {
  const problems = THEMES.flatMap(theme => brandProblems(theme, colours[theme]))
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

/** Paper is white, so the dark theme is not printed. */
export function brandStyles(): string {
  checkBrand()
  const { dark, light } = themes()
  return [
    `@theme { ${declarations(light)} }`,
    `@media screen and (prefers-color-scheme: dark) { :root { ${declarations(dark)} } }`
  ].join('\n')
}
