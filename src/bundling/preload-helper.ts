async function fetchFile(file: string): Promise<void> {
  const { ok, status } = await fetch(`/${file}`)
  if (!ok) throw new Error(`${file}: ${status}`)
}

/**
 * Replaces Vite's helper around every dynamic import. Older browsers remember a module that failed to load until the
 * page reloads; the HTML standard changed that in 2026. So the files are fetched first, and such a fetch can be
 * retried. Files named in the page's head are loaded already.
 *
 * The bundler moves a `.then` on the import into `load`, where its second handler misses failed fetches. Assign the
 * import to a variable first (tests/architecture/errors.test.ts checks it).
 */
export async function __vitePreload<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = []
): Promise<Module> {
  const missing = files.filter(file => document.querySelector(`link[href="/${file}"]`) === null)
  await Promise.all(missing.map(fetchFile))
  return load()
}
