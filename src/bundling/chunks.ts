// Which of the browser's modules share a file. A page of many small files waits longer than one of few, and a file for
// everybody holds what many don't need: so what the same two pages need is one file, and what more of them need is two.

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
/** What so many pages need comes with every page: a little more for each, in far fewer files. */
const SHARED_WIDELY = 3
/** Only here what the page does not need itself would weigh: there is hardly anything on it. */
const LIGHTEST = /\/src\/pages\/admin\/auth\.astro$/

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

/** Whom a module is for, in the order in which files are made: what one takes along, all need that need it. */
const SHARES = ['plain', 'everybody', 'most', 'few'] as const
type Share = (typeof SHARES)[number]

interface Need {
  /** A page's own script needs it, which has no React. */
  is_plain: boolean
  pages: ReadonlySet<string>
}

/** Null where it is one page's alone, or nobody's until it is asked for. */
function shareOf({ is_plain, pages }: Need): Share | null {
  if (pages.size < 2) return null
  if (is_plain) return 'plain'
  if (pages.size < SHARED_WIDELY) return 'few'
  return [...pages].some(page => LIGHTEST.test(page)) ? 'everybody' : 'most'
}

function needOf(id: string, modules: Modules, pages: PagesOf): Need {
  const importers = [...withImporters(id, modules)]
  const having = importers.flatMap(importer => pages.get(importer.replace(SCRIPT, '')) ?? [])
  return {
    is_plain: importers.some(importer => SCRIPT.test(importer)),
    // What one alone needs is a part of it.
    pages: new Set(having.length < 2 ? [] : having.flatMap(those => [...those]))
  }
}

/** The files to make: React, which no release of ours changes, and those that pages share. */
export function filesFor(pages: () => PagesOf) {
  const names = new Map<string, string>()
  const nameOf = (id: string, modules: Modules, share: Share) => {
    const need = needOf(id, modules, pages())
    if (shareOf(need) !== share) return null
    const set = share === 'everybody' || share === 'most' ? share : [share, ...[...need.pages].sort()].join()
    if (!names.has(set)) names.set(set, `shared-${names.size}`)
    return names.get(set)
  }
  return [
    { name: 'react', priority: SHARES.length + 1, test: REACT },
    ...SHARES.map((share, index) => ({
      name: (id: string, modules: Modules) => nameOf(id, modules, share),
      priority: SHARES.length - index
    }))
  ]
}
