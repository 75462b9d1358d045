// Which of the browser's modules share a file: those that the same pages need, so that no page carries what only others
// do. Without that, what a page needs at once and what comes later would be cut apart where they have something in common,
// and two small files compress worse than one.

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
export type PagesOf = ReadonlyMap<string, ReadonlySet<string>>

/** How Astro names the script of a page or a layout, after the file that it stands in. */
const SCRIPT = /(?<=\.astro)\?astro&type=script.*$/
const ASTRO = /\.astro$/
/** Islands of which a page has one at most: what only they need is nothing that the page needs at once. */
const ALTERNATIVE = /\/src\/islands\/admin\/tabs\//
const PAGE = /\/src\/pages\/.*\.astro$/
const REACT = /\/node_modules\/(?:react|react-dom|scheduler|@astrojs\/react)\/|rolldown.runtime/
/** What so many pages need comes with every one of them, in one file, but for those that have hardly anything on them. */
const MANY = 4
const LIGHT = /\/src\/pages\/(?:admin\/)?auth\.astro$/

type ImportersOf = (info: ModuleInfo) => readonly string[]

const atOnce: ImportersOf = ({ importers }) => importers
const everSoLate: ImportersOf = ({ dynamicImporters = [], importers }) => [...importers, ...dynamicImporters]

/** The module and all that import it, themselves or through others. */
function withImporters(id: string, modules: Modules, of = atOnce, found: Set<string> = new Set()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  const info = modules.getModuleInfo(id)
  for (const importer of info ? of(info) : []) withImporters(importer, modules, of, found)
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
  const paths = islands.map(({ resolvedPath, specifier }) => (resolvedPath ? decodeURI(resolvedPath) : specifier))
  return paths.filter(path => !ALTERNATIVE.test(path))
}

interface Need {
  /** A page's own script needs it, which has no React. */
  is_plain: boolean
  /** Those that need it at once. */
  pages: ReadonlySet<string>
  /** Others ask for it later. */
  serves_others: boolean
}

function needOf(id: string, modules: Modules, pages: PagesOf): Need {
  const havingOf = (of: ImportersOf) =>
    [...withImporters(id, modules, of)].flatMap(importer => pages.get(importer.replace(SCRIPT, '')) ?? [])
  const is_plain = [...withImporters(id, modules)].some(importer => SCRIPT.test(importer))
  const having = havingOf(atOnce)
  // What one script alone needs is a part of it, and may stand in the page itself.
  const needing = new Set(is_plain && having.length < 2 ? [] : having.flatMap(those => [...those]))
  const ever = havingOf(everSoLate).flatMap(those => [...those])
  return { is_plain, pages: needing, serves_others: ever.some(page => !needing.has(page)) }
}

const MOST_PAGES = 20
/** A file takes along all that its own need: so those come first that most pages have. */
const RANKS = Array.from({ length: MOST_PAGES }, (_, index) => index + 1)
const PLAIN_RANK = MOST_PAGES + 1
const REACT_RANK = MOST_PAGES + 2

interface Share {
  rank: number
  /** Whatever has the same shares a file. */
  set: string
}

/** Null where no page needs it until it is asked for. */
function shareOf({ is_plain, pages, serves_others }: Need): Share | null {
  if (pages.size === 0) return null
  if (is_plain) return { rank: PLAIN_RANK, set: 'plain' }
  const forMany = pages.size >= MANY && ![...pages].some(page => LIGHT.test(page))
  if (forMany) return { rank: MANY, set: 'many' }
  // Whoever needs a part of what is one page's must not load all of that page.
  const lent = pages.size === 1 && serves_others ? ['lent'] : []
  return { rank: pages.size, set: [...pages, ...lent].sort().join() }
}

/** The files to make: React, which no release of ours changes, and one for each set of pages that have something alone. */
export function filesFor(pages: () => PagesOf) {
  const names = new Map<string, string>()
  const nameOf = (id: string, modules: Modules, rank: number) => {
    const share = shareOf(needOf(id, modules, pages()))
    if (share?.rank !== rank) return null
    if (!names.has(share.set)) names.set(share.set, `shared-${names.size}`)
    return names.get(share.set)
  }
  return [
    { name: 'react', priority: REACT_RANK, test: REACT },
    ...[...RANKS, PLAIN_RANK].map(rank => ({
      name: (id: string, modules: Modules) => nameOf(id, modules, rank),
      priority: rank
    }))
  ]
}
