// Which of the browser's modules share a file: those that the same pages need, so that no page carries what only others
// do. Without that, what a page needs at once and what comes later would be cut apart where they have something in common,
// and two small files compress worse than one.

interface Component {
  resolvedPath?: string
  specifier: string
}

/** What Astro leaves with a page or a layout about what of it runs in the browser. */
interface AstroMeta {
  astro?: {
    clientOnlyComponents: readonly Component[]
    hydratedComponents: readonly Component[]
  }
}

interface ModuleInfo {
  /** Who asks for it later. */
  dynamicImporters?: readonly string[]
  importers: readonly string[]
  meta: object
}

/** What a bundler tells of the modules that it has found. */
interface Modules {
  getModuleInfo: (id: string) => ModuleInfo | null
}

/** For each island, and each page or layout with a script of its own, the pages that have it. */
export type PagesByIsland = ReadonlyMap<string, ReadonlySet<string>>

/** How Astro names the script of a page or a layout, after the file that it stands in. */
const PAGE_SCRIPT = /(?<=\.astro)\?astro&type=script.*$/
const ASTRO_FILE = /\.astro$/
/** Islands of which a page has one at most: what only they need is nothing that the page needs at once. */
const ALTERNATIVE_ISLAND = /\/src\/islands\/admin\/tabs\//
const PAGE = /\/src\/pages\/.*\.astro$/
const REACT = /\/node_modules\/(?:react|react-dom|scheduler|@astrojs\/react)\/|rolldown.runtime/
/** What so many pages need comes with every one of them, in one file, but for those that have hardly anything on them. */
const MANY_PAGES = 4
const LIGHT_PAGE = /\/src\/pages\/(?:admin\/)?auth\.astro$/

type ImportersOf = (info: ModuleInfo) => readonly string[]

const staticImporters: ImportersOf = ({ importers }) => importers
const allImporters: ImportersOf = ({ dynamicImporters = [], importers }) => [...importers, ...dynamicImporters]

/** The module and all that import it, themselves or through others. */
function withAllImporters(
  id: string,
  modules: Modules,
  of = staticImporters,
  found: Set<string> = new Set()
): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  const info = modules.getModuleInfo(id)
  for (const importer of info ? of(info) : []) withAllImporters(importer, modules, of, found)
  return found
}

/** Asked of the Worker's modules, which are bundled before the browser's. */
export function pagesByIsland(ids: Iterable<string>, modules: Modules): PagesByIsland {
  const pages = new Map<string, Set<string>>()
  for (const id of ids) {
    const importingPages = [...withAllImporters(id, modules)].filter(importer => PAGE.test(importer))
    const islands = islandsIn(modules.getModuleInfo(id)?.meta ?? {})
    for (const island of ASTRO_FILE.test(id) ? [id, ...islands] : islands) {
      pages.set(island, new Set([...(pages.get(island) ?? []), ...importingPages]))
    }
  }
  return pages
}

function islandsIn(meta: object): string[] {
  const { astro }: AstroMeta = meta
  if (!astro) return []
  const islands = [...astro.clientOnlyComponents, ...astro.hydratedComponents]
  const paths = islands.map(({ resolvedPath, specifier }) => (resolvedPath ? decodeURI(resolvedPath) : specifier))
  return paths.filter(path => !ALTERNATIVE_ISLAND.test(path))
}

interface ModuleUse {
  /** A page's own script needs it, which has no React. */
  isPageScript: boolean
  /** Those that need it at once. */
  pages: ReadonlySet<string>
  /** Others ask for it later. */
  isUsedLaterElsewhere: boolean
}

function moduleUse(id: string, modules: Modules, pages: PagesByIsland): ModuleUse {
  const pagesImporting = (of: ImportersOf) =>
    [...withAllImporters(id, modules, of)].flatMap(importer => pages.get(importer.replace(PAGE_SCRIPT, '')) ?? [])
  const isPageScript = [...withAllImporters(id, modules)].some(importer => PAGE_SCRIPT.test(importer))
  const staticPages = pagesImporting(staticImporters)
  // What one script alone needs is a part of it, and may stand in the page itself.
  const neededBy = new Set(isPageScript && staticPages.length < 2 ? [] : staticPages.flatMap(those => [...those]))
  const allPages = pagesImporting(allImporters).flatMap(those => [...those])
  return { isPageScript, pages: neededBy, isUsedLaterElsewhere: allPages.some(page => !neededBy.has(page)) }
}

const PAGES_MAX = 20
/** A file takes along all that its own need: so those come first that most pages have. */
const PRIORITIES = Array.from({ length: PAGES_MAX }, (_, index) => index + 1)
const PAGE_SCRIPT_PRIORITY = PAGES_MAX + 1
const REACT_PRIORITY = PAGES_MAX + 2

interface ChunkGroup {
  priority: number
  /** Whatever has the same shares a file. */
  key: string
}

/** Null where no page needs it until it is asked for. */
function chunkGroup({ isPageScript, pages, isUsedLaterElsewhere }: ModuleUse): ChunkGroup | null {
  if (pages.size === 0) return null
  if (isPageScript) return { priority: PAGE_SCRIPT_PRIORITY, key: 'plain' }
  const isSharedByMany = pages.size >= MANY_PAGES && ![...pages].some(page => LIGHT_PAGE.test(page))
  if (isSharedByMany) return { priority: MANY_PAGES, key: 'many' }
  // Whoever needs a part of what is one page's must not load all of that page.
  const lazySuffix = pages.size === 1 && isUsedLaterElsewhere ? ['lent'] : []
  return { priority: pages.size, key: [...pages, ...lazySuffix].sort().join() }
}

/** The files to make: React, which no release of ours changes, and one for each set of pages that have something alone. */
export function chunkGroups(pages: () => PagesByIsland) {
  const names = new Map<string, string>()
  const chunkName = (id: string, modules: Modules, rank: number) => {
    const group = chunkGroup(moduleUse(id, modules, pages()))
    if (group?.priority !== rank) return null
    if (!names.has(group.key)) names.set(group.key, `shared-${names.size}`)
    return names.get(group.key)
  }
  return [
    { name: 'react', priority: REACT_PRIORITY, test: REACT },
    ...[...PRIORITIES, PAGE_SCRIPT_PRIORITY].map(rank => ({
      name: (id: string, modules: Modules) => chunkName(id, modules, rank),
      priority: rank
    }))
  ]
}
