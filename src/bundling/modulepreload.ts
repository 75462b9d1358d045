// Writes preload links into rendered pages. The middleware of Astro is its only hook for a rendered page.

/** For each entry script, its static imports. For an island's source path from the root, all files it needs to run. */
export type ImportsByScript = Readonly<Record<string, readonly string[]>>

const SCRIPT_URL = /"(\/_astro\/[^"]+\.js)"/g
/** Its scripts are loaded on hydration (hydrate-on-interaction.ts), so they are not preloaded. */
const UNHYDRATED_ISLAND = /<astro-island [^>]*client="interaction"[^>]*>/g
const HEAD_END = '</head>'
/** Prefetch link for the next page, which names an island's source. */
const PREFETCH_LINK = /<link rel="prefetch" as="script" href="(\/src\/[^"]+)">/g

/** Returns the scripts named in a page and all their imports, without duplicates. */
export function scriptsOf(html: string, imports: ImportsByScript): string[] {
  const named = [...html.replace(UNHYDRATED_ISLAND, '').matchAll(SCRIPT_URL)]
    .map(([, script = '']) => script)
    .filter(script => script in imports)
  return [...new Set(named.flatMap(script => [script, ...(imports[script] ?? [])]))]
}

const linkTags = (scripts: readonly string[], kind: string) =>
  scripts.map(script => `<link rel="${kind}" href="${script}">`).join('')

/** Returns the page with a modulepreload link for each script, so that the browser fetches all of them at once. */
export function withPreloads(html: string, imports: ImportsByScript): string {
  const links = linkTags(scriptsOf(html, imports), 'modulepreload')
  return html
    .replace(PREFETCH_LINK, (_, source: string) => linkTags(imports[source] ?? [], 'prefetch" as="script'))
    .replace(HEAD_END, () => links + HEAD_END)
}
