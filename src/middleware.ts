import { defineMiddleware } from 'astro:middleware'
import { isSessionType, redirectFor } from '#domain/routes.ts'
import { apiNotFound, pageMethodNotAllowed } from '#server/http/handle.ts'
import { logException, setLogRoute } from '#server/runtime/log.ts'

/** A page may hold what its visitor alone may see; `no-store` would keep it out of the back/forward cache. */
const PAGE_CACHING = 'private, no-cache'

// The hint picks redirects and proves nothing: pages are drawn, and calls answered, by the token alone.
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next()
  setLogRoute(context.routePattern)
  const { pathname, searchParams } = context.url
  if (pathname.startsWith('/api/')) {
    // The table's own last row takes no path with a line break in it: that comes here as a page's 404.
    const isUnknownCall = import.meta.env.PUBLIC_API_BASE_URL || context.routePattern === '/404'
    return isUnknownCall ? apiNotFound(context) : next()
  }
  // HEAD comes as GET (worker.ts).
  if (context.request.method !== 'GET' && context.routePattern !== '/404') return pageMethodNotAllowed()
  const hint = context.cookies.get('userType')?.value
  const redirectPath = redirectFor(isSessionType(hint) ? hint : null, pathname, searchParams.get('next'))
  if (redirectPath === null) {
    const page = await next().catch((error: unknown) => {
      logException(error)
      throw error
    })
    if (!page.headers.has('cache-control')) page.headers.set('cache-control', PAGE_CACHING)
    return page
  }
  return new Response(null, { headers: { 'cache-control': 'no-store', location: redirectPath }, status: 302 })
})
