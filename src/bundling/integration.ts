import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { chunkGroups, type PagesByIsland, pagesByIsland } from './chunks.ts'
import { retryingImports } from './retrying-imports.ts'
import { scriptImportsModule, writeScriptImports } from './script-imports.ts'
import type { VitePlugin } from './vite-plugin.ts'

// Astro names only the islands' own scripts in a page, so browsers discover their imports one round trip after another.
// This integration preloads all of them at once. Neither Astro nor Vite has an option for it (docs/decisions.md, 58).

const isHttpClient = (id: string) => id.includes('/node_modules/ofetch/')

/**
 * Scripts name one another, and a hash hardly compresses. Seven characters are the fewest that the bundler allows. Hex
 * costs fewer bits than base64, and 28 bits tell the versions of one file apart.
 */
const SHARED_FILE = '_astro/[name].[hash:7].js'

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

/** What a build finds while it runs. */
interface FoundScripts {
  entries: Map<string, string>
  imports: Map<string, readonly string[]>
  pages: PagesByIsland
}

const scriptsPlugin = (scripts: FoundScripts): VitePlugin => ({
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
  name: 'bundling'
})

/** Astro integration: few script files per page, each preloaded in its head. */
export function bundling(): AstroIntegration {
  const scripts: FoundScripts = { entries: new Map(), imports: new Map(), pages: new Map() }
  const output = outputOptions(() => scripts.pages)
  let server = ''
  return {
    hooks: {
      'astro:build:done': () => writeScriptImports(server, scripts),
      'astro:config:done': ({ config }) => {
        server = fileURLToPath(config.build.server)
      },
      'astro:config:setup': ({ addMiddleware, updateConfig }) => {
        addMiddleware({ entrypoint: new URL('./modulepreload-middleware.ts', import.meta.url), order: 'post' })
        updateConfig({
          vite: {
            environments: { client: { build: { rolldownOptions: { output } } } },
            plugins: [scriptsPlugin(scripts), scriptImportsModule(), retryingImports()]
          }
        })
      }
    },
    name: 'bundling'
  }
}
