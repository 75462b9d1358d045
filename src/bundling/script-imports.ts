import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportsByScript } from './modulepreload.ts'
import type { VitePlugin } from './vite-plugin.ts'

// The imports of all scripts, as a module of the Worker: virtual:script-imports. The Worker is built before the
// browser's scripts, so its build leaves the import as it is, and the module is written beside the Worker afterwards.

const MODULE = 'virtual:script-imports'
const EMPTY_MODULE = `\0${MODULE}`
const FILE = 'script-imports.mjs'

const ISLAND = /\/src\/islands\//
/** The renderer script that each island names besides its own. */
const RENDERER = /\/@astrojs\/react\//

const moduleText = (imports: ImportsByScript) => `export const importsByScript = ${JSON.stringify(imports)}\n`

/** The scripts of a build, without a slash in front. */
export interface BuiltScripts {
  /** Entry scripts and the source module of each. */
  entries: ReadonlyMap<string, string>
  /** The direct imports of each script. */
  imports: ReadonlyMap<string, readonly string[]>
}

/** Returns the script and all its static imports, direct and indirect. */
function withImports(script: string, imports: BuiltScripts['imports']): Set<string> {
  // A set visits the scripts that are added while it is read.
  const found = new Set([script])
  for (const each of found) for (const imported of imports.get(each) ?? []) found.add(imported)
  return found
}

/** Returns the imports of each entry script by its URL and, for islands, all files they need by their source path. */
export function importsByScript({ entries, imports }: BuiltScripts): ImportsByScript {
  const urls = (scripts: Iterable<string>) => [...scripts].map(file => `/${file}`)
  const renderers = [...entries].filter(([, source]) => RENDERER.test(source)).map(([script]) => script)
  const rows = [...entries].flatMap(([script, source]) => {
    const [url = '', ...imported] = urls(withImports(script, imports))
    if (!ISLAND.test(source)) return [[url, imported] as const]
    const needed = new Set([script, ...renderers].flatMap(one => urls(withImports(one, imports))))
    return [[url, imported] as const, [source.slice(source.indexOf('/src/')), [...needed]] as const]
  })
  return Object.fromEntries(rows)
}

/** Writes the module into the folder of the built Worker. */
export function writeScriptImports(server: string, scripts: BuiltScripts): void {
  writeFileSync(join(server, FILE), moduleText(importsByScript(scripts)))
}

/** Vite plugin. Only the built Worker has imports: the dev server and prerendered pages preload nothing. */
export function scriptImportsModule(): VitePlugin {
  return {
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
}
