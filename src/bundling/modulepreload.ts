/**
 * For each script that a page can name, whatever it imports before it runs; for the source of an island, by its path from
 * the root, all that it needs to run.
 */
export type ImportsByScript = Readonly<Record<string, readonly string[]>>

const SCRIPT_URL = /"(\/_astro\/[^"]+\.js)"/g
/** What it needs is asked for when it wakes (hydrate-on-interaction.ts). */
const UNHYDRATED_ISLAND = /<astro-island [^>]*client="interaction"[^>]*>/g
const HEAD_END = '</head>'
/** What a page wants fetched for the next one, named by an island's source. */
const PREFETCH_LINK = /<link rel="prefetch" as="script" href="(\/src\/[^"]+)">/g

/** The scripts that a page names, as islands or by itself, and all that they import, each once. */
export function scriptsOf(html: string, imports: ImportsByScript): string[] {
  const named = [...html.replace(UNHYDRATED_ISLAND, '').matchAll(SCRIPT_URL)]
    .map(([, script = '']) => script)
    .filter(script => script in imports)
  return [...new Set(named.flatMap(script => [script, ...(imports[script] ?? [])]))]
}

const linkTags = (scripts: readonly string[], kind: string) =>
  scripts.map(script => `<link rel="${kind}" href="${script}">`).join('')

/** The page with a link to each of its scripts, so that the browser asks for all of them at once. */
export function withPreloads(html: string, imports: ImportsByScript): string {
  const links = linkTags(scriptsOf(html, imports), 'modulepreload')
  return html
    .replace(PREFETCH_LINK, (_, source: string) => linkTags(imports[source] ?? [], 'prefetch" as="script'))
    .replace(HEAD_END, () => links + HEAD_END)
}
