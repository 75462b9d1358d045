import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BRAND_COLOURS, brandProblems, type Theme, themes } from '#domain/brand/palette.ts'
import type { VitePlugin } from './integration.ts'

// Each page inlines only the styles of what it renders, so that they arrive with the first round trip. A page imports a
// stylesheet; this plugin adds as sources all files that render on that page, now or later.
//
// Tailwind's @source takes paths and patterns; no option follows the imports of a page.
//
// It also adds the component styles (styles/components) whose class names occur in these files, and the colours of the
// brand.

const SRC = fileURLToPath(new URL('..', import.meta.url))
const STYLESHEET_OF_PAGE = /\/src\/styles\/\w+\.css\?page=(.+)$/
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

/** Returns the files that render on a page, such as 'booking/[scooterId]'. */
export function renderingFiles(page: string): string[] {
  return [...importedFiles(`pages/${page}.astro`)].filter(file => RENDERING_FILES.test(file)).sort()
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
 * is not printed. A backdrop inherits no variables in Chrome before 122 and Safari before 17.4.
 */
export function brandStyles(): string {
  checkBrand()
  const { dark, light } = themes()
  const declarations = (colours: Readonly<Record<string, string>>) =>
    Object.entries(colours)
      .map(([name, colour]) => `--color-${name}: ${colour};`)
      .join(' ')
  const { scrim = '' } = light
  return [
    `@theme { ${declarations(light)} } @layer theme { ::backdrop { ${declarations({ scrim })} } }`,
    `@media screen and (prefers-color-scheme: dark) { :root { ${declarations(dark)} } }`
  ].join('\n')
}

// Brackets are glob syntax in a source path.
const sourcePath = (file: string) => join(SRC, file).replaceAll(/[[\]]/g, '?')

function withSources(css: string, files: readonly string[]): string {
  const imports = componentStyles(files).map(style => `@import "#styles/components/${basename(style)}";`)
  const sources = files.map(file => `@source "${sourcePath(file)}";`)
  // The stylesheet begins with the order of the layers.
  return [css, imports, sources, brandStyles()].flat().join('\n')
}

/** Vite plugin that runs before the one that generates the styles. */
export function pageStyles(): VitePlugin {
  return {
    enforce: 'pre',
    name: 'styles-of-pages',
    resolveId: {
      filter: { id: /^#styles\// },
      async handler(name, importer = '') {
        const stylesheet = await this.resolve(name, importer)
        const page = importer.slice(`${SRC}pages/`.length, -'.astro'.length)
        // Addresses in the styles are relative to the folder of the id, so it has no further slash.
        return stylesheet && `${stylesheet.id}?page=${encodeURIComponent(page)}`
      }
    },
    transform: {
      filter: { id: STYLESHEET_OF_PAGE },
      handler(css, id) {
        const files = renderingFiles(decodeURIComponent(STYLESHEET_OF_PAGE.exec(id)?.[1] ?? ''))
        for (const file of files) this.addWatchFile(join(SRC, file))
        return { code: withSources(css, files), map: null }
      }
    }
  }
}
