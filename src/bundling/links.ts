/** For each script that a page can name, whatever it imports before it runs. */
export type Imports = Readonly<Record<string, readonly string[]>>

const NAMED = /"(\/_astro\/[^"]+\.js)"/g
/** What it needs is asked for when it wakes (wake.ts). */
const ASLEEP = /<astro-island [^>]*client="asleep"[^>]*>/g
const HEAD_END = '</head>'

/** The scripts that a page names, as islands or by itself, and all that they import, each once. */
export function scriptsOf(html: string, imports: Imports): string[] {
  const named = [...html.replace(ASLEEP, '').matchAll(NAMED)]
    .map(([, script = '']) => script)
    .filter(script => script in imports)
  return [...new Set(named.flatMap(script => [script, ...(imports[script] ?? [])]))]
}

/** The page with a link to each of its scripts, so that the browser asks for all of them at once. */
export function withPreloads(html: string, imports: Imports): string {
  const links = scriptsOf(html, imports).map(script => `<link rel="modulepreload" href="${script}">`)
  return html.replace(HEAD_END, () => links.join('') + HEAD_END)
}
