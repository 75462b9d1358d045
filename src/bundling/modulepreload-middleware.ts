import { defineMiddleware } from 'astro:middleware'
import { type ImportsByScript, withPreloads } from './modulepreload.ts'

// The build writes the real imports here (integration.ts). The dev server has none.
const IMPORTS_BY_SCRIPT: ImportsByScript = { 'written by the build': [] }

export const onRequest = defineMiddleware(async (_, next) => {
  const response = await next()
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  return new Response(withPreloads(await response.text(), IMPORTS_BY_SCRIPT), response)
})
