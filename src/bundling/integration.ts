import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, ViteUserConfig } from 'astro'

// Astro names only the islands' own scripts in a page, so browsers discover their imports one round trip after another.
// Here the build finds all of them, and modulepreload-middleware.ts names them in the page. Neither Astro nor Vite has
// an option for it.
//
// The Worker is built before the browser's scripts. So its build leaves the import of the list as it is, and the list
// is written beside the Worker afterwards.

/** A plugin of the Vite version that Astro brings. */
export type VitePlugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>

type EnvironmentOptions = NonNullable<ViteUserConfig['environments']>[string]

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on the first interaction, or when the page is shown again later. The value is the time of rendering. */
    'client:interaction'?: string
  }
}

const MODULE = 'virtual:script-imports'
const EMPTY_MODULE = `\0${MODULE}`
const FILE = 'script-imports.mjs'

const ISLAND = /\/src\/islands\//
/** The renderer script that each island names besides its own. */
const RENDERER = /\/@astrojs\/react\//

const ENVIRONMENTS: Readonly<Record<string, EnvironmentOptions>> = {
  // In a second pass the bundler inlines the constants that are made of others (domain/backend.ts), and leaves out what
  // the build does not have.
  client: { build: { rolldownOptions: { optimization: { inlineConst: { mode: 'all', pass: 2 } } } } },
  // Astro leaves the Worker as it is written. Minified, it is a third smaller and starts sooner; the source maps name the
  // lines of an error.
  ssr: { build: { minify: true } }
}

interface Chunk {
  facadeModuleId: string | null
  fileName: string
  /** Static imports. */
  imports: readonly string[]
  isEntry: boolean
}

/** For each entry script, all its imports. For an island's source path from the root, all files it needs to run. */
function importsByScript(chunks: readonly Chunk[]): Record<string, readonly string[]> {
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
  const withImports = (scripts: readonly string[]) => {
    // A set visits the scripts that are added while it is read.
    const found = new Set(scripts)
    for (const each of found) for (const imported of importsOf.get(each) ?? []) found.add(imported)
    return [...found].map(file => `/${file}`)
  }
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const sourceOf = ({ facadeModuleId }: Chunk) => facadeModuleId ?? ''
  const renderers = entries.filter(entry => RENDERER.test(sourceOf(entry))).map(({ fileName }) => fileName)
  const islands = entries.filter(entry => ISLAND.test(sourceOf(entry)))
  return Object.fromEntries([
    ...entries.map(({ fileName }) => [`/${fileName}`, withImports([fileName]).slice(1)] as const),
    ...islands.map(island => {
      const source = sourceOf(island)
      return [source.slice(source.indexOf('/src/')), withImports([island.fileName, ...renderers])] as const
    })
  ])
}

/** Astro integration: `client:interaction`, and preload links for all scripts of a page. */
export function bundling(): AstroIntegration {
  const moduleText = (imports: object) => `export const importsByScript = ${JSON.stringify(imports)}\n`
  let scripts = {}
  let server = ''
  const plugin: VitePlugin = {
    configEnvironment: name => ENVIRONMENTS[name],
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return
      scripts = importsByScript(Object.values(bundle).filter(file => file.type === 'chunk'))
    },
    // Only the built Worker has the list: the dev server and prerendered pages preload nothing.
    load: { filter: { id: new RegExp(`^${EMPTY_MODULE}$`) }, handler: () => moduleText({}) },
    name: 'script-imports',
    resolveId: {
      filter: { id: new RegExp(`^${MODULE}$`) },
      handler() {
        const isWorker = this.environment.name === 'ssr' && this.environment.mode === 'build'
        // The bundler leaves a relative external id as it is. Astro puts the middleware into the top folder.
        return isWorker ? { external: true, id: `./${FILE}` } : EMPTY_MODULE
      }
    }
  }
  return {
    hooks: {
      'astro:build:done': () => writeFileSync(`${server}${FILE}`, moduleText(scripts)),
      'astro:config:done': ({ config }) => {
        server = fileURLToPath(config.build.server)
      },
      'astro:config:setup': ({ addClientDirective, addMiddleware, updateConfig }) => {
        // Relative to the project root.
        addClientDirective({ entrypoint: './src/bundling/hydrate-on-interaction.ts', name: 'interaction' })
        addMiddleware({ entrypoint: new URL('./modulepreload-middleware.ts', import.meta.url), order: 'post' })
        // The adapter's banner defines `process`, which only the Worker needs. Home names some eighty scripts, so each
        // has a short hash.
        const script = '_astro/[name].[hash:7].js'
        const output = { banner: '', chunkFileNames: script, entryFileNames: script }
        updateConfig({
          vite: { environments: { client: { build: { rolldownOptions: { output } } } }, plugins: [plugin] }
        })
      }
    },
    name: 'bundling'
  }
}
