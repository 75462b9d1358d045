import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, ViteUserConfig } from 'astro'
import { chunkGroups, type PagesByIsland, pagesByIsland } from './chunks.ts'

type Plugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>

// Astro names only the islands' own scripts in a page, so browsers discover their imports one round trip after another.
// This integration preloads all of them at once.

type Imports = ReadonlyMap<string, readonly string[]>

const PRELOAD_HELPER = fileURLToPath(new URL('./preload-helper.ts', import.meta.url))

const isHttpClient = (id: string) => id.includes('/node_modules/ofetch/')

const ISLAND = /\/src\/islands\//
/** The renderer script that each island names besides its own. */
const RENDERER = /\/@astrojs\/react\//

/**
 * Scripts name one another, and a hash hardly compresses. Seven characters are the fewest that the bundler allows. Hex
 * costs fewer bits than base64, and 28 bits tell the versions of one file apart.
 */
const SHARED_FILE = '_astro/[name].[hash:7].js'

/** The placeholder in modulepreload-middleware.ts. */
const PLACEHOLDER = /\{\s*["']written by the build["']:\s*\[\]\s*\}/

/** Returns all static imports of a script, direct and indirect. */
function transitiveImports(script: string, imports: Imports, found: Set<string> = new Set()): Set<string> {
  for (const imported of imports.get(script) ?? []) {
    if (found.has(imported)) continue
    found.add(imported)
    transitiveImports(imported, imports, found)
  }
  return found
}

/** Writes the scripts' imports into the built Worker. The Worker is built first, so they are not known earlier. */
function writeImports(server: string, { entries, imports }: BuiltScripts): void {
  const withImports = (script: string) => [script, ...transitiveImports(script, imports)].map(file => `/${file}`)
  const renderers = [...entries].filter(([, source]) => RENDERER.test(source)).map(([script]) => script)
  const rows = [...entries].flatMap(([script, source]) => {
    const [named = '', ...imported] = withImports(script)
    if (!ISLAND.test(source)) return [[named, imported]]
    const needed = new Set([script, ...renderers].flatMap(withImports))
    return [
      [named, imported],
      [source.slice(source.indexOf('/src/')), [...needed]]
    ]
  })
  const files = globSync('**/*.mjs', { cwd: server }).map(name => join(server, name))
  const middlewareFile = files.find(file => PLACEHOLDER.test(readFileSync(file, 'utf8')))
  if (middlewareFile === undefined)
    throw new Error('No middleware file found in the built Worker; cannot add the script imports.')
  const text = readFileSync(middlewareFile, 'utf8').replace(PLACEHOLDER, () => JSON.stringify(Object.fromEntries(rows)))
  writeFileSync(middlewareFile, text)
}

interface Chunk {
  fileName: string
  moduleIds: readonly string[]
}

/**
 * The scripts that are preloaded although they are imported dynamically. The HTTP client loads with the first call;
 * with an external backend every page makes calls.
 */
function eagerFilesOf(chunks: readonly Chunk[]): Set<string> {
  const eager = process.env.PUBLIC_API_BASE_URL ? chunks.filter(({ moduleIds }) => moduleIds.some(isHttpClient)) : []
  return new Set(eager.map(({ fileName }) => fileName))
}

const outputOptions = (pages: () => PagesByIsland) => ({
  // Clear the adapter's banner, which only the Worker needs.
  banner: '',
  chunkFileNames: SHARED_FILE,
  codeSplitting: { groups: chunkGroups(pages) },
  entryFileNames: SHARED_FILE,
  hashCharacters: 'hex' as const
})

/** The scripts of a build, found while it runs. */
interface BuiltScripts {
  imports: Map<string, readonly string[]>
  /** Entry scripts and the source module of each. */
  entries: Map<string, string>
  pages: PagesByIsland
}

const scriptsPlugin = (scripts: BuiltScripts): Plugin => ({
  enforce: 'pre',
  generateBundle(_, bundle) {
    if (this.environment.name === 'ssr') scripts.pages = pagesByIsland(this.getModuleIds(), this)
    if (this.environment.name !== 'client') return
    const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
    const eagerFiles = eagerFilesOf(chunks)
    for (const { dynamicImports, facadeModuleId, fileName, imports, isEntry } of chunks) {
      scripts.imports.set(fileName, [...imports, ...dynamicImports.filter(file => eagerFiles.has(file))])
      if (isEntry) scripts.entries.set(fileName, facadeModuleId ?? '')
    }
  },
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `export { __vitePreload } from ${JSON.stringify(PRELOAD_HELPER)}`
  },
  name: 'bundling'
})

/** Astro integration: few script files per page, each preloaded in its head. */
export function bundling(): AstroIntegration {
  const scripts: BuiltScripts = { entries: new Map(), imports: new Map(), pages: new Map() }
  const output = outputOptions(() => scripts.pages)
  let server = ''
  return {
    hooks: {
      'astro:build:done': () => writeImports(server, scripts),
      'astro:config:done': ({ config }) => {
        server = fileURLToPath(config.build.server)
      },
      'astro:config:setup': ({ addMiddleware, updateConfig }) => {
        addMiddleware({ entrypoint: new URL('./modulepreload-middleware.ts', import.meta.url), order: 'post' })
        updateConfig({
          vite: {
            environments: { client: { build: { rolldownOptions: { output } } } },
            plugins: [scriptsPlugin(scripts)]
          }
        })
      }
    },
    name: 'bundling'
  }
}
