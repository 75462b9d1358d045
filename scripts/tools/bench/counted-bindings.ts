import { registerHooks } from 'node:module'

// Operations of the server that are imported after this are given the database that counts.

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'cloudflare:workers'
      ? { shortCircuit: true, url: new URL('counted-d1.ts', import.meta.url).href }
      : next(specifier, context)
})
