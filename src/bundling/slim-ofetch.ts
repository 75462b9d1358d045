import { fileURLToPath } from 'node:url'
import type { ViteUserConfig } from 'astro'

type Plugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>

const PARTS = fileURLToPath(new URL('./ofetch-parts.ts', import.meta.url))

/**
 * ofetch parses answers and builds queries with two general libraries, which are half of what it weighs and which the
 * bundler cannot shake. In their place it gets two functions of ours. Every page loads it with its first call.
 */
export function slimOfetch(): Plugin {
  return {
    enforce: 'pre',
    name: 'slim-ofetch',
    resolveId: {
      filter: { id: /^(?:destr|ufo)$/ },
      handler: (_, importer) => (importer?.includes('/node_modules/ofetch/') ? PARTS : null)
    }
  }
}
