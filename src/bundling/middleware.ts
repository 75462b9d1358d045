import { defineMiddleware } from 'astro:middleware'
import { type Imports, withPreloads } from './modulepreload.ts'

// The build puts the real ones in here, once it knows them (integration.ts); a page of the dev server has none.
const IMPORTS: Imports = { 'written by the build': [] }

export const onRequest = defineMiddleware(async (_, next) => {
  const response = await next()
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  return new Response(withPreloads(await response.text(), IMPORTS), response)
})
