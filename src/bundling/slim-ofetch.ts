import { fileURLToPath } from 'node:url'
import type { VitePlugin } from './vite-plugin.ts'

const PARTS = fileURLToPath(new URL('./ofetch-dependencies.ts', import.meta.url))

/**
 * Vite plugin: replaces the two general libraries that ofetch uses to parse responses and build queries. They are half
 * of its size and cannot be tree-shaken, and every page loads ofetch with its first call. ofetch has no entry without
 * them (docs/decisions.md, 62).
 */
export function slimOfetch(): VitePlugin {
  return {
    enforce: 'pre',
    name: 'slim-ofetch',
    resolveId: {
      filter: { id: /^(?:destr|ufo)$/ },
      handler: (_, importer) => (importer?.includes('/node_modules/ofetch/') ? PARTS : null)
    }
  }
}
