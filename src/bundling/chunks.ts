// Groups browser modules into chunks by the pages that need them, so no page loads code of others only. By default the
// bundler would split shared code from lazy code into small files, which compress worse. No hook of Astro names the
// islands of a page, so this reads what Astro records for each module (docs/decisions.md, 63).

interface Component {
  resolvedPath?: string
  specifier: string
}

/** What Astro records about a page's or layout's browser components. */
interface AstroMeta {
  astro?: {
    clientOnlyComponents: readonly Component[]
    hydratedComponents: readonly Component[]
  }
}

interface ModuleInfo {
  /** Modules that import it dynamically. */
  dynamicImporters?: readonly string[]
  importers: readonly string[]
  meta: object
}

/** The part of the bundler's plugin context used here. */
interface Modules {
  getModuleInfo: (id: string) => ModuleInfo | null
}

/** The pages of each island, and of each page or layout with its own script. */
export type PagesByIsland = ReadonlyMap<string, ReadonlySet<string>>

/** Suffix of Astro's module id for the script of a page or layout. */
const PAGE_SCRIPT = /(?<=\.astro)\?astro&type=script.*$/
const ASTRO_FILE = /\.astro$/
/** Islands of which a page shows only one at a time. Code that only they use is not needed at page load. */
const ALTERNATIVE_ISLAND = /\/src\/islands\/admin\/tabs\//
const PAGE = /\/src\/pages\/.*\.astro$/
const REACT = /\/node_modules\/(?:react|react-dom|scheduler|@astrojs\/react)\/|rolldown.runtime/
/** Code used by this many pages goes into one file that all of them load, except code of light pages. */
const MANY_PAGES = 4
const LIGHT_PAGE = /\/src\/pages\/(?:admin\/)?auth\.astro$/

type ImportersOf = (info: ModuleInfo) => readonly string[]

const staticImporters: ImportersOf = ({ importers }) => importers
const allImporters: ImportersOf = ({ dynamicImporters = [], importers }) => [...importers, ...dynamicImporters]

/** Returns the module and all its direct and indirect importers. */
function withAllImporters(id: string, modules: Modules, importersOf = staticImporters): Set<string> {
  // A set visits the ids that are added while it is read.
  const ids = new Set([id])
  for (const each of ids) {
    const info = modules.getModuleInfo(each)
    for (const importer of info ? importersOf(info) : []) ids.add(importer)
  }
  return ids
}

/** Run on the Worker's modules, which are bundled before the browser's. */
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
  /** Used by a page's own script, which works without React. */
  isPageScript: boolean
  /** The pages that need the module at page load. */
  pages: ReadonlySet<string>
  /** Other pages import it lazily. */
  isUsedLaterElsewhere: boolean
}

function moduleUse(id: string, modules: Modules, pages: PagesByIsland): ModuleUse {
  const pagesImporting = (of: ImportersOf) =>
    [...withAllImporters(id, modules, of)].flatMap(importer => pages.get(importer.replace(PAGE_SCRIPT, '')) ?? [])
  const isPageScript = [...withAllImporters(id, modules)].some(importer => PAGE_SCRIPT.test(importer))
  const staticPages = pagesImporting(staticImporters)
  // Code of a single script belongs to that script, which may be inlined in the page.
  const neededBy = new Set(isPageScript && staticPages.length < 2 ? [] : staticPages.flatMap(those => [...those]))
  const allPages = pagesImporting(allImporters).flatMap(those => [...those])
  return { isPageScript, pages: neededBy, isUsedLaterElsewhere: allPages.some(page => !neededBy.has(page)) }
}

// A chunk includes its modules' dependencies, so chunks that more pages use are made first. Of the chunks of one page,
// the one that other pages load later is made first.
const PAGE_PRIORITY = 1
const priorityOf = (pageCount: number) => PAGE_PRIORITY + pageCount
const PAGES_MAX = 20
const PRIORITIES = Array.from({ length: priorityOf(PAGES_MAX) }, (_, index) => PAGE_PRIORITY + index)
const PAGE_SCRIPT_PRIORITY = priorityOf(PAGES_MAX) + 1
const REACT_PRIORITY = PAGE_SCRIPT_PRIORITY + 1

interface ChunkGroup {
  priority: number
  /** Modules with the same key share a file. */
  key: string
}

/** Returns null for modules that are only loaded lazily. */
function chunkGroup({ isPageScript, pages, isUsedLaterElsewhere }: ModuleUse): ChunkGroup | null {
  if (pages.size === 0) return null
  if (isPageScript) return { priority: PAGE_SCRIPT_PRIORITY, key: 'plain' }
  const isSharedByMany = pages.size >= MANY_PAGES && ![...pages].some(page => LIGHT_PAGE.test(page))
  if (isSharedByMany) return { priority: priorityOf(MANY_PAGES), key: 'many' }
  const key = [...pages].sort().join()
  if (pages.size > 1) return { priority: priorityOf(pages.size), key }
  // A separate file, so that a lazy import from another page does not load the whole page's chunk.
  if (isUsedLaterElsewhere) return { priority: priorityOf(pages.size), key: `${key} and later elsewhere` }
  return { priority: PAGE_PRIORITY, key }
}

/**
 * Chunk groups for the bundler: React, which changes only when its version does, and one per set of pages with common
 * code.
 */
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
