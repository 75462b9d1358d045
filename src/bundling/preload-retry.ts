/**
 * Takes the bundler's own helper's place around every import that waits until it is needed. A module whose file once
 * failed to come never comes again on its page, whatever the network does later; so the files are fetched first, by a way
 * that may fail. Those that the page's head names are there already. The bundler makes a `.then` on the import itself a part
 * of `load`, so its second handler misses these fetches: name the import first (tests/architecture.test.ts checks it).
 */
export async function __vitePreload<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = []
): Promise<Module> {
  const missing = files.filter(file => document.querySelector(`link[href="/${file}"]`) === null)
  await Promise.all(missing.map(file => fetch(`/${file}`)))
  return load()
}
