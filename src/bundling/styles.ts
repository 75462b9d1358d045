import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BRAND_COLOURS, brandProblems, type Theme, themes } from '#domain/brand/palette.ts'
import type { VitePlugin } from './integration.ts'

// Each page inlines only the styles of what it renders, so that they arrive with the first round trip. A stylesheet
// names its pages as sources; this plugin replaces them by all files that render on those pages, now or later.
//
// Tailwind's @source takes paths and patterns; no option follows the imports of a page (docs/decisions.md, 80).
//
// It also adds the component styles (styles/components) whose class names occur in these files, and the colours of the
// brand.

const SRC = fileURLToPath(new URL('..', import.meta.url))
export const STYLESHEET = /\/src\/styles\/.+\.css$/
export const PAGES = /@source "([^"]+\.astro)";/g
const IMPORT = /\b(?:from|import)\b\s*\(?\s*['"]([#.][^'"]+\.(?:astro|tsx?))['"]/g
/** Files searched for imports, and of these the files that render. */
const SEARCHED_FILES = /^(?:client|islands|layouts|pages|stores)\//
const RENDERING_FILES = /^(?:islands|layouts|pages)\/|^client\/payment\/sandbox-checkout\.ts$/

const sourceOf = (file: string) => readFileSync(join(SRC, file), 'utf8')

/** Returns the file and all its imports, relative to src. */
function importedFiles(file: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(file) || !SEARCHED_FILES.test(file) || !existsSync(join(SRC, file))) return found
  found.add(file)
  for (const [, name = ''] of sourceOf(file).matchAll(IMPORT)) {
    importedFiles(name.startsWith('#') ? name.slice(1) : join(dirname(file), name), found)
  }
  return found
}

/** Returns the files that render on these pages. */
export function renderingFiles(pages: readonly string[]): string[] {
  const reached = new Set(pages.flatMap(page => [...importedFiles(page)]))
  return [...reached].filter(file => RENDERING_FILES.test(file)).sort()
}

export function componentStyles(files: readonly string[]): string[] {
  const words = new Set(files.flatMap(file => sourceOf(file).split(/[^\w-]+/)))
  const styles = globSync('styles/components/*.css', { cwd: SRC }).sort()
  return styles.filter(style => words.has(basename(style, '.css')))
}

const THEMES: readonly Theme[] = ['light', 'dark']

/** Throws an Error with one sentence for each colour that is hard to read. */
export function checkBrand(colours = BRAND_COLOURS): void {
  const problems = THEMES.flatMap(theme => brandProblems(theme, colours[theme]))
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

/**
 * The colours of the brand as variables, so that dark mode applies to all utilities. Paper is white, so the dark theme
 * is not printed.
 */
export function brandStyles(): string {
  checkBrand()
  const { dark, light } = themes()
  const declarations = (colours: Readonly<Record<string, string>>) =>
    Object.entries(colours)
      .map(([name, colour]) => `--color-${name}: ${colour};`)
      .join(' ')
  return [
    `@theme { ${declarations(light)} }`,
    `@media screen and (prefers-color-scheme: dark) { :root { ${declarations(dark)} } }`
  ].join('\n')
}

// Brackets are glob syntax in a source path.
const sourcePath = (file: string) => join(SRC, file).replaceAll(/[[\]]/g, '?')

function withSources(code: string, folder: string): { code: string; files: string[] } {
  const pages = [...code.matchAll(PAGES)].map(([, page = '']) => resolve(folder, page).slice(SRC.length))
  const files = renderingFiles(pages)
  const imports = componentStyles(files).map(style => `@import "#styles/components/${basename(style)}";`)
  const sources = files.map(file => `@source "${sourcePath(file)}";`)
  return { code: [code.replace(PAGES, '').trim(), ...imports, ...sources, brandStyles()].join('\n'), files }
}

/** Vite plugin that runs before the one that generates the styles. */
export function pageStyles(): VitePlugin {
  return {
    enforce: 'pre',
    name: 'styles-of-pages',
    transform: {
      filter: { code: PAGES, id: STYLESHEET },
      handler(css, id) {
        const { code, files } = withSources(css, dirname(id))
        for (const file of files) this.addWatchFile(join(SRC, file))
        return { code, map: null }
      }
    }
  }
}
