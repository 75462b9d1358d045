import { defineMiddleware } from 'astro:middleware'
import { HAS_FLEET_RECORDS } from '#domain/backend.ts'
import { isSessionType, redirectFor, SESSION_TYPE_KEY } from '#domain/routes.ts'
import { apiNotFound, pageMethodNotAllowed } from '#server/http/handle.ts'
import { hasExternalBackend } from '#server/runtime/env.ts'
import { logAndRethrow, setLogRoute } from '#server/runtime/log.ts'

/** Pages may contain private data. `no-store` would disable the back/forward cache. */
const PAGE_CACHING = 'private, no-cache'

// The hint cookie only chooses redirects. Rendering and API calls require the token.
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next()
  setLogRoute(context.routePattern)
  const { pathname, searchParams } = context.url
  if (pathname.startsWith('/api/')) {
    // Astro serves a path with a line break as its 404 page, and joins slashes that repeat after the first one.
    const isMalformed = context.routePattern === '/404' || new URL(context.request.url).pathname.slice(1).includes('//')
    return hasExternalBackend() || isMalformed ? apiNotFound() : next()
  }
  // HEAD arrives as GET (worker.ts).
  if (context.request.method !== 'GET' && context.routePattern !== '/404') return pageMethodNotAllowed()
  const hint = context.cookies.get(SESSION_TYPE_KEY)?.value
  const redirectPath = redirectFor(isSessionType(hint) ? hint : null, pathname, {
    hasStickers: HAS_FLEET_RECORDS,
    next: searchParams.get('next')
  })
  if (redirectPath === null) {
    const page = await logAndRethrow(next())
    if (!page.headers.has('cache-control')) page.headers.set('cache-control', PAGE_CACHING)
    return page
  }
  return new Response(null, { headers: { 'cache-control': 'no-store', location: redirectPath }, status: 302 })
})
