import { defineMiddleware } from 'astro:middleware'
import { importsByScript } from 'virtual:script-imports'

// Writes preload links into rendered pages. The middleware of Astro is its only hook for a rendered page.

const SCRIPT_URL = /"(\/_astro\/[^"]+\.js)"/g
/** Its scripts are loaded on hydration (hydrate-on-interaction.ts), so they are not preloaded. */
const UNHYDRATED_ISLAND = /<astro-island [^>]*client="interaction"[^>]*>/g
const HEAD_END = '</head>'
/** Prefetch link for the next page, which names an island's source. */
const PREFETCH_LINK = /<link rel="prefetch" as="script" href="(\/src\/[^"]+)">/g

/** The scripts named in a page and all their imports, without duplicates. */
function scriptsOf(html: string): Set<string> {
  const named = [...html.replace(UNHYDRATED_ISLAND, '').matchAll(SCRIPT_URL)].map(([, script = '']) => script)
  return new Set(
    named.flatMap(script => (script in importsByScript ? [script, ...(importsByScript[script] ?? [])] : []))
  )
}

const linkTags = (scripts: Iterable<string>, kind: string) =>
  [...scripts].map(script => `<link rel="${kind}" href="${script}">`).join('')

/**
 * The page with a modulepreload link for each script, so that the browser fetches all of them at once. Their priority is
 * low: with the usual one they share a slow line with the page itself, whose first paint then comes 10 % later.
 */
function withPreloads(html: string): string {
  const links = linkTags(scriptsOf(html), 'modulepreload" fetchpriority="low')
  return html
    .replace(PREFETCH_LINK, (_, source: string) => linkTags(importsByScript[source] ?? [], 'prefetch" as="script'))
    .replace(HEAD_END, () => links + HEAD_END)
}

export const onRequest = defineMiddleware(async (_, next) => {
  const response = await next()
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  return new Response(withPreloads(await response.text()), response)
})
