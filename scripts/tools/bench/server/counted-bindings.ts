import { registerHooks } from 'node:module'

// Server code that is imported after this module uses the counting database.

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'cloudflare:workers'
      ? { shortCircuit: true, url: new URL('counted-d1.ts', import.meta.url).href }
      : next(specifier, context)
})
