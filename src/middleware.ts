import { defineMiddleware } from 'astro:middleware'
import { isSessionType, redirectFor } from '#domain/routes.ts'
import { noSuchCall } from '#server/http.ts'

// The cookie is a routing hint and proves nothing: a page holds no one's data, and the API asks for the token.
export const onRequest = defineMiddleware((context, next) => {
  if (context.isPrerendered) return next()
  const { pathname, searchParams } = context.url
  if (pathname.startsWith('/api/')) return import.meta.env.PUBLIC_API_BASE_URL ? noSuchCall(context) : next()
  const hint = context.cookies.get('userType')?.value
  const place = redirectFor(isSessionType(hint) ? hint : null, pathname, searchParams.get('next'))
  if (place === null) return next()
  return new Response(null, { headers: { 'cache-control': 'no-store', location: place }, status: 302 })
})
