// Which of the browser's modules share a file. A page of many small files waits longer than one of few, and a file for
// everybody holds what most don't need: so what the same pages need is one file.

interface Component {
  resolvedPath?: string
  specifier: string
}

/** What Astro leaves with a page or a layout about what of it runs in the browser. */
interface Marked {
  astro?: {
    clientOnlyComponents: readonly Component[]
    hydratedComponents: readonly Component[]
  }
}

/** What a bundler tells of the modules that it has found. */
interface Modules {
  getModuleInfo: (id: string) => { importers: readonly string[]; meta: object } | null
}

/** For each island, and each page or layout with a script of its own, the pages that have it. */
export type PagesOf = ReadonlyMap<string, ReadonlySet<string>>

/** How Astro names the script of a page or a layout, after the file that it stands in. */
const SCRIPT = /(?<=\.astro)\?astro&type=script.*$/
const ASTRO = /\.astro$/
const PAGE = /\/src\/pages\/.*\.astro$/
const REACT = /\/node_modules\/(?:react|react-dom|scheduler|@astrojs\/react)\/|rolldown.runtime/
/** More than there are. */
const PAGES_MOST = 20

/** The module and all that import it, at once or through others. */
function withImporters(id: string, modules: Modules, found: Set<string> = new Set()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const importer of modules.getModuleInfo(id)?.importers ?? []) withImporters(importer, modules, found)
  return found
}

/** Asked of the Worker's modules, which are bundled before the browser's. */
export function pagesOf(ids: Iterable<string>, modules: Modules): PagesOf {
  const pages = new Map<string, Set<string>>()
  for (const id of ids) {
    const having = [...withImporters(id, modules)].filter(importer => PAGE.test(importer))
    const islands = islandsIn(modules.getModuleInfo(id)?.meta ?? {})
    for (const island of ASTRO.test(id) ? [id, ...islands] : islands) {
      pages.set(island, new Set([...(pages.get(island) ?? []), ...having]))
    }
  }
  return pages
}

function islandsIn(meta: object): string[] {
  const { astro }: Marked = meta
  if (!astro) return []
  const islands = [...astro.clientOnlyComponents, ...astro.hydratedComponents]
  return islands.map(({ resolvedPath, specifier }) => (resolvedPath ? decodeURI(resolvedPath) : specifier))
}

/** The files to make: React, which never changes between releases of ours, and one for each set of pages. */
export function filesFor(pages: () => PagesOf) {
  const names = new Map<string, string>()
  const nameOf = (id: string, modules: Modules, count: number) => {
    const needed = [...withImporters(id, modules)].flatMap(importer => pages().get(importer.replace(SCRIPT, '')) ?? [])
    // What one alone needs is a part of it.
    if (needed.length < 2) return null
    const having = new Set(needed.flatMap(those => [...those]))
    const set = [...having].sort().join()
    if (!names.has(set)) names.set(set, `shared-${names.size}`)
    return having.size === count ? names.get(set) : null
  }
  // Most pages first: whatever a file takes along of what it imports is needed by all that need the file.
  const counts = Array.from({ length: PAGES_MOST }, (_, index) => PAGES_MOST - index).filter(count => count > 1)
  return [
    { name: 'react', priority: PAGES_MOST + 1, test: REACT },
    ...counts.map(count => ({ name: (id: string, modules: Modules) => nameOf(id, modules, count), priority: count }))
  ]
}
