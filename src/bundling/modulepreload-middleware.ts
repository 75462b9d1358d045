import { defineMiddleware } from 'astro:middleware'
import { importsByScript } from 'virtual:script-imports'
import { withPreloads } from './modulepreload.ts'

export const onRequest = defineMiddleware(async (_, next) => {
  const response = await next()
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  return new Response(withPreloads(await response.text(), importsByScript), response)
})
