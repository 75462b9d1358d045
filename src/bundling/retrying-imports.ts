import { fileURLToPath } from 'node:url'
import type { VitePlugin } from './vite-plugin.ts'

const HELPER = fileURLToPath(new URL('./preload-helper.ts', import.meta.url))
const NOT_REPLACED = `Vite has renamed its module vite/preload-helper.js, so dynamic imports cannot be retried. Correct the name in src/bundling/retrying-imports.ts (docs/decisions.md, 60).`

/**
 * Vite plugin: replaces Vite's helper around every dynamic import. Vite has no option for another helper
 * (docs/decisions.md, 60). Fails the build if Vite does not load it.
 */
export function retryingImports(): VitePlugin {
  return {
    enforce: 'pre',
    generateBundle() {
      if (this.environment.name === 'client' && !this.getModuleInfo(HELPER)) this.error(NOT_REPLACED)
    },
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { __vitePreload } from ${JSON.stringify(HELPER)}`
    },
    name: 'retrying-imports'
  }
}
