import { defineMiddleware } from 'astro:middleware'
import { type ImportsByScript, withPreloads } from './modulepreload.ts'

// The build puts the real ones in here, once it knows them (integration.ts); a page of the dev server has none.
const IMPORTS_BY_SCRIPT: ImportsByScript = { 'written by the build': [] }

export const onRequest = defineMiddleware(async (_, next) => {
  const response = await next()
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  return new Response(withPreloads(await response.text(), IMPORTS_BY_SCRIPT), response)
})
