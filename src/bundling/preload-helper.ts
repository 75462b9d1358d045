/**
 * Replaces Vite's helper around every dynamic import. Browsers cache a failed module load until the page reloads, so
 * the files are fetched first, and such a fetch can be retried. Files named in the page's head are loaded already.
 *
 * The bundler moves a `.then` on the import into `load`, where its second handler misses failed fetches. Assign the
 * import to a variable first (tests/architecture/errors.test.ts checks it).
 */
export async function __vitePreload<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = []
): Promise<Module> {
  const missing = files.filter(file => document.querySelector(`link[href="/${file}"]`) === null)
  await Promise.all(missing.map(file => fetch(`/${file}`)))
  return load()
}
