import cloudflare from '@astrojs/cloudflare'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import { offlineShells, SERVICE_WORKER } from './scripts/build/offline.ts'
import { openApiModule } from './scripts/build/openapi/document.ts'
import { hashInlineScripts, prerenderedPagePolicy, removeInjectedStyles } from './scripts/build/page-policy.ts'
import { buildVersion } from './scripts/build/version.ts'
import { bundling } from './src/bundling/integration.ts'
import { pageStyles } from './src/bundling/styles.ts'

// Prevents network requests of the local runtime that it does not need.
process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= 'false'
process.env.ASTRO_TELEMETRY_DISABLED ??= '1'

// The oldest browsers that the product promises (docs/product.md#browsers). Methods above it are a type error
// (scripts/suites/browser.tsconfig.json).
const OLDEST_BROWSERS = ['chrome109', 'edge109', 'firefox115', 'safari16.4']

export default defineConfig({
  adapter: cloudflare({
    configPath: process.env.WRANGLER_CONFIG ?? 'wrangler.toml',
    imageService: 'passthrough',
    persistState: { path: process.env.STATE_DIR ?? '.wrangler/state' }
  }),
  build: { inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  integrations: [react(), bundling(), offlineShells()],
  // No page has code to highlight, and highlighting would add inline styles.
  markdown: { syntaxHighlight: false },
  outDir: process.env.OUT_DIR ?? 'dist',
  output: 'server',
  // The API accepts bearer tokens only, so a cross-origin form post carries no credentials.
  security: {
    checkOrigin: false,
    // Pages rendered on request use only the hashes of this policy. Their other headers come from
    // src/server/http/security-headers.ts.
    csp: {
      directives: prerenderedPagePolicy(process.env),
      styleDirective: { resources: [{ kind: 'attribute', resource: "'none'" }] }
    }
  },
  server: { port: Number(process.env.PORT ?? 4321) },
  session: false,
  trailingSlash: 'ignore',
  vite: {
    build: { cssTarget: OLDEST_BROWSERS, target: OLDEST_BROWSERS },
    define: { 'import.meta.env.BUILT_VERSION': JSON.stringify(buildVersion()) },
    plugins: [pageStyles(), tailwindcss(), openApiModule(), hashInlineScripts(), removeInjectedStyles()],
    // The service worker needs a stable name at the root, because its scope is its own folder.
    worker: { rolldownOptions: { output: { entryFileNames: SERVICE_WORKER } } }
  }
})
