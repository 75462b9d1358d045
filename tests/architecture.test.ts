import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as brand from '#domain/brand/brand.ts'
import { allEndpoints, contractFolders, contractNames, endpointName } from '#tests/helpers/servers/every-call.ts'

// Checks the structure of the code (docs/architecture.md) by reading the files as text.

const read = (path: string) => readFileSync(path, 'utf8')
const filesOf = (...patterns: string[]) =>
  globSync(patterns)
    .map(path => path.replaceAll('\\', '/'))
    .sort()

const sources = filesOf('src/**/*.{ts,tsx,astro}')
const everything = [...sources, ...filesOf('scripts/**/*.{ts,mjs}', 'tests/**/*.{ts,tsx}', '*.mjs')]

interface Layer {
  /** The folders of src that its files may import, by alias. */
  folders: readonly string[]
  packages?: readonly RegExp[]
}

const NANOSTORES = /^nanostores$|^@nanostores\/persistent$/
const REACT = /^react$|^react-dom(?:\/client)?$|^@nanostores\/react$/
const STYLESHEET = /\.css$/

const LAYERS: Record<string, Layer> = {
  bundling: { folders: ['domain'], packages: [/^astro(:middleware)?$/, /^node:(fs|path|url)$/] },
  client: {
    folders: ['contract', 'domain', 'messages', 'service-worker'],
    packages: [/^ofetch$/, /^valibot$/, /^firebase\//, NANOSTORES]
  },
  contract: { folders: ['domain', 'messages'], packages: [/^valibot$/] },
  domain: { folders: [] },
  islands: {
    folders: ['contract', 'domain', 'messages', 'stores'],
    packages: [REACT, /^sonner(\/|$)/, /^react-day-picker$/, STYLESHEET]
  },
  layouts: {
    folders: ['domain', 'islands', 'messages', 'service-worker', 'stores'],
    packages: [/^@fontsource/]
  },
  messages: { folders: ['domain'] },
  'middleware.ts': { folders: ['domain', 'server'], packages: [/^astro:middleware$/] },
  pages: { folders: ['domain', 'islands', 'layouts', 'messages', 'server', 'styles'] },
  'pages/api': { folders: ['contract', 'server'] },
  server: {
    folders: ['contract', 'domain', 'messages'],
    packages: [
      /^astro$/,
      /^cloudflare:workers$/,
      /^@cloudflare\/workers-types$/,
      /^drizzle-/,
      /^@block65\/webcrypto-web-push$/,
      /^jose$/,
      /^node:(async_hooks|crypto)$/,
      /^valibot$/,
      /^virtual:openapi$/
    ]
  },
  'service-worker': { folders: ['domain', 'messages'] },
  stores: { folders: ['client', 'contract', 'domain', 'messages'], packages: [/^nanostores$/, /^valibot$/] },
  styles: { folders: [] },
  'worker.ts': { folders: ['domain', 'server'], packages: [/^@astrojs\/cloudflare\/handler$/] }
}

const CATCH_ALL = 'src/pages/api/[...path].ts'
const DECLARATIONS = 'src/env.d.ts'

function layerOf(file: string): string {
  const [, top = '', next = ''] = file.split('/')
  return `${top}/${next}` in LAYERS ? `${top}/${next}` : top
}

const IMPORTS = /^(?:import|export)\b[^'=]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

function importsOf(file: string): string[] {
  return [...read(file).matchAll(IMPORTS)].map(([, named, bare, lazy]) => named ?? bare ?? lazy ?? '')
}

function mayImport(file: string, imported: string): boolean {
  const { folders, packages = [] } = LAYERS[layerOf(file)] ?? { folders: [] }
  const alias = /^#([\w-]+)\//.exec(imported)
  if (alias) return [...folders, file.split('/')[1]].includes(alias[1] ?? '')
  if (!imported.startsWith('.')) return packages.some(name => name.test(imported))
  const depth = file.split('/').length - 3
  return imported.split('/').filter(step => step === '..').length <= depth && /\.(ts|tsx|astro|css)$/.test(imported)
}

describe.each(sources.filter(file => file !== DECLARATIONS))('%s', file => {
  test('imports from lower layers only', () => {
    expect(importsOf(file).filter(imported => !mayImport(file, imported))).toEqual([])
  })
})

/** The folders of the server, lowest first: a file imports from its own folder and from lower ones only. */
const SERVER_FOLDERS = [
  'runtime',
  'db',
  'jobs',
  'sessions',
  'http',
  'activity',
  'uploads',
  'slots',
  'overview',
  'outbox',
  'catalogue',
  'payments',
  'riders',
  'auth',
  'bookings',
  'monitoring',
  'cron',
  'pages'
]

const serverFolderOf = (path: string) => path.split('/')[2] ?? ''

/** The path of an imported file of the server from the root; empty for any other import. */
function serverFileOf(file: string, imported: string): string {
  const path = imported.startsWith('.')
    ? posix.join(posix.dirname(file), imported)
    : imported.replace(/^#server\//, 'src/server/')
  return path.startsWith('src/server/') ? path : ''
}

describe('the folders of the server', () => {
  const files = sources.filter(file => file.startsWith('src/server/'))

  test('are all listed', () => {
    expect([...new Set(files.map(serverFolderOf))].sort()).toEqual(SERVER_FOLDERS.toSorted())
  })

  test.each(files)('import from lower folders only: %s', file => {
    const floor = SERVER_FOLDERS.indexOf(serverFolderOf(file))
    const folderOf = (imported: string) => serverFolderOf(serverFileOf(file, imported))
    expect(importsOf(file).filter(imported => SERVER_FOLDERS.indexOf(folderOf(imported)) > floor)).toEqual([])
  })

  test('import each other by alias', () => {
    const leavesFolder = (file: string, imported: string) =>
      imported.startsWith('.') && serverFolderOf(serverFileOf(file, imported)) !== serverFolderOf(file)
    expect(files.filter(file => importsOf(file).some(imported => leavesFolder(file, imported)))).toEqual([])
  })
})

/** The files that match the pattern, except those that may match it. */
function foundIn(files: readonly string[], pattern: RegExp, allowed: readonly string[] = []): string[] {
  return files.filter(file => !allowed.includes(file) && pattern.test(read(file)))
}

describe('the code', () => {
  test('keeps secrets out of the browser: one file reads the bindings', () => {
    expect(foundIn(sources, /from 'cloudflare:workers'/)).toEqual(['src/server/runtime/env.ts'])
  })

  test('imports only types of the contract in islands', () => {
    const islands = sources.filter(file => file.startsWith('src/islands/'))
    expect(foundIn(islands, /^import (?!type )[^\n]*from '#contract\//m)).toEqual([])
  })

  test('asks in stores for a feature of the backend, not for the backend', () => {
    const stores = sources.filter(file => file.startsWith('src/stores/'))
    // stores/admin/dashboard.ts reads which screens are marked as embedded only.
    const allowed = ['src/stores/kit/backend-features.ts', 'src/stores/admin/dashboard.ts']
    expect(foundIn(stores, /IS_EXTERNAL_BACKEND/, allowed)).toEqual([])
  })

  test('keeps state in stores: hooks of React only in islands/ui', () => {
    const screens = sources.filter(file => /^src\/islands\/(?!ui\/)/.test(file))
    expect(foundIn(screens, /\buse(State|Reducer|Effect|LayoutEffect)\b/)).toEqual([])
  })

  test('changes stores by their actions: islands call no .set(', () => {
    const screens = sources.filter(file => /^src\/islands\/(?!ui\/)/.test(file))
    expect(foundIn(screens, /\$\w+\.(set|setKey)\(/)).toEqual([])
  })

  test('has default exports only where a tool requires one', () => {
    const requiredByTools = [
      'astro.config.mjs',
      'src/server/db/drizzle.config.ts',
      'src/bundling/hydrate-on-interaction.ts',
      'src/worker.ts',
      'tests/playwright.config.ts',
      'tests/vitest.config.ts'
    ]
    expect(foundIn(everything, /^export default\b/m, requiredByTools)).toEqual([])
  })

  test('contains no TODO, no disabled check and no cast to any', () => {
    const banned = /\b(TODO|FIXME|HACK|XXX)\b|@ts-(ignore|nocheck)|\bas any\b|eslint-disable/
    expect(foundIn(everything, banned, ['tests/architecture.test.ts'])).toEqual([])
  })

  // The formatter wraps code and leaves comments as they are.
  test('wraps comments at 120 characters', () => {
    expect(foundIn(everything, /^(?=.{121,}$) *(\/\/|\/?\*)/m)).toEqual([])
  })

  test('contains each number of the specification once', () => {
    const numbers = /19_?800_?000|10_?485_?760|5_?242_?880/
    expect(foundIn(sources, numbers)).toEqual(['src/domain/constants.ts', 'src/domain/uploads/size-limits.ts'])
  })

  test('takes the numbers of sentences from their constants', () => {
    const numbers = /^(?! *(\/\/|\/?\*)).*\b(\d+ (second|minute|hour|day|month|year|[KM]B)s?|(one|an) hour)\b/m
    const messages = sources.filter(file => file.startsWith('src/messages/'))
    expect(foundIn(messages, numbers)).toEqual([
      // The names of four rates, as in the columns.
      'src/messages/admin/activity.ts',
      // tests/messages/admin/forms.test.ts compares it with its constant.
      'src/messages/admin/forms.ts'
    ])
  })

  test('contains each unit of time once', () => {
    const units = /\b(24 \* 60|60 \* 60|60_?000|3_?600(_?000)?|86_?400(_?000)?)\b/
    expect(foundIn(sources, units)).toEqual(['src/domain/constants.ts', 'src/domain/time/time-units.ts'])
  })

  test('contains the name and the colours of the brand once', () => {
    const { ACCENT_DARK, ACCENT_LIGHT, BACKGROUND_DARK, BACKGROUND_LIGHT, BRAND_ID, BRAND_NAME } = brand
    const words = [ACCENT_DARK, ACCENT_LIGHT, BACKGROUND_DARK, BACKGROUND_LIGHT, BRAND_ID, BRAND_NAME]
    const pattern = new RegExp(`(?<!\\w)(?:${words.join('|')})\\b`, 'i')
    expect(foundIn(filesOf('src/**/*.{ts,tsx,astro,css}'), pattern)).toEqual(['src/domain/brand/brand.ts'])
    expect(foundIn(filesOf('scripts/**/*.ts'), new RegExp(BRAND_NAME))).toEqual([])
  })

  test('shifts time in one place', () => {
    expect(foundIn(sources, /DISPLAY_OFFSET_MS/, ['src/domain/constants.ts'])).toEqual([
      'src/domain/time/india-time.ts'
    ])
  })

  test('deletes no booking and no rider row, because the highest rowid serves as their count (server/overview/stats.ts)', () => {
    expect(foundIn(sources, /DELETE FROM (bookings|users)\b|\.delete\((bookings|users)\)/i)).toEqual([])
  })

  test('writes the parameters of SQL with numbers or with names in one file, and at most four with numbers', () => {
    const server = sources.filter(file => file.startsWith('src/server/'))
    const numbered = foundIn(server, /(?<=[\s(,=])\?[1-9]/)
    expect(numbered.length).toBeGreaterThan(10)
    expect(foundIn(numbered, /prepareNamed|(?<=[\s(,=])\?([5-9]|[1-4]\d)/)).toEqual([])
  })

  // A cancelled request leaves a shared promise unsettled for ever, and every later request waits for it.
  test('keeps no promise and no state of a request between requests', () => {
    const server = sources.filter(file => file.startsWith('src/server/'))
    expect(
      foundIn(server, /^(export )?let |^(export )?const \w+(: Promise\b[^=]*)? = (await |(hash|import|fetch)\w*\()/m)
    ).toEqual([])
  })

  test('gives every outgoing request of the server a timeout', () => {
    const withFetch = foundIn(
      sources.filter(file => file.startsWith('src/server/')),
      /\bfetch\(/
    )
    expect(withFetch).toEqual([
      'src/server/outbox/providers/resend.ts',
      'src/server/payments/provider/razorpay.ts',
      // Its callers give the deadline.
      'src/server/runtime/outgoing-request.ts'
    ])
    for (const file of withFetch) expect(read(file)).toMatch(/AbortSignal\.timeout\((PROVIDER_TIMEOUT_MS|timeoutMs)\)/)
  })

  test('uses try only in these files', () => {
    const allowed = [
      // JSON, encoded paths and the browser's storage throw where a missing value is expected.
      'src/bundling/ofetch-dependencies.ts',
      'src/domain/kit/or-fallback.ts',
      'src/layouts/base.astro',
      // The edges: they turn every error into a problem, a response, a page without data or a toast.
      'src/client/http/api.ts',
      'src/server/http/handle.ts',
      'src/server/pages/load-for-visitor.ts',
      'src/stores/kit/while-busy.ts',
      // A failed call of an outside service has a next step of its own, and other errors are thrown on.
      'src/client/uploads/licence-photos.ts',
      'src/server/payments/browser-reports.ts',
      'src/server/payments/refunds/send-refunds.ts'
    ]
    expect(foundIn(sources, /\btry \{/).toSorted()).toEqual(allowed.toSorted())
  })

  test('logs through one file, which defines the fields of a line', () => {
    const server = sources.filter(file => /^src\/(server\/|middleware|worker)/.test(file))
    expect(foundIn(server, /\bconsole\./)).toEqual(['src/server/runtime/log.ts'])
  })

  // The build can move a call on the import into its own loader. Such a handler misses a file that failed to load.
  // Assign the import to a name first. React's `lazy` uses a form that handles no failure.
  test('calls nothing on a lazy import itself', () => {
    const chained = /(?<!typeof )\bimport\('[^']+'\)\s*\??\.(?!then\(module => \(\{ default: module\.\w+ \}\)\))/
    expect(foundIn(sources, chained)).toEqual([])
  })

  test('calls the API from the browser through one client', () => {
    const browser = sources.filter(file => /^src\/(client|islands|layouts|pages(?!\/api)|stores)\//.test(file))
    const others = [
      // Reports upload progress for client/http/api.ts.
      'src/client/http/upload-fetch.ts',
      // Every page can sign out, even if it loads no client.
      'src/client/session/revoke.ts',
      // Fetches its own page.
      'src/layouts/scripts/reload-when-reachable.ts'
    ]
    expect(foundIn(browser, /\bfetch\(|XMLHttpRequest|sendBeacon/).toSorted()).toEqual(others.toSorted())
    expect(foundIn(browser, /from 'ofetch'|import\('ofetch'\)/)).toEqual(['src/client/http/api.ts'])
  })

  test('has no inline styles, which the content security policy blocks', () => {
    expect(foundIn(sources, /\sstyle=/)).toEqual([])
  })

  test('runs each browser test with a check for violations of the content security policy', () => {
    expect(foundIn(filesOf('tests/e2e/**/*.test.ts'), /import \{[^}]*\btest\b[^}]*\} from 'playwright\/test'/)).toEqual(
      []
    )
  })

  test('takes every sentence from messages', () => {
    const text = />[^<>{}()=;:]*[A-Za-z]{2,}[^<>{}()=;:]*<\//
    const attributes = /\b(alt|aria-label|placeholder|title)="[^"]+"/
    const screens = sources.filter(file => /^src\/(islands|layouts|pages)\/.*\.(tsx|astro)$/.test(file))
    const markup = (file: string) => read(file).replace(/<script.*?<\/script>/gs, '')
    expect(screens.filter(file => text.test(markup(file)) || attributes.test(markup(file)))).toEqual([])
  })

  test('exports each name from one file, without re-exports', () => {
    // The slim ofetch stands in for a package and must have the default export of that package.
    expect(foundIn(sources, /^export (?:type )?[{*]/m, [CATCH_ALL, 'src/bundling/ofetch-dependencies.ts'])).toEqual([])
  })

  // A linter cannot tell a function that is assigned to a constant from other constants.
  test('names functions in camelCase', () => {
    const handlers = 'GET|POST|PUT|DELETE|HEAD'
    const upperCase = new RegExp(`\\bconst (?!(?:${handlers})\\b)[A-Z][A-Z\\d_]+ = (?:async )?(?:\\([^()]*\\)|\\w+) =>`)
    // Parts of SQL statements.
    expect(foundIn(everything, upperCase)).toEqual([])
  })

  test('has file names in kebab-case', () => {
    const names = sources.filter(file => !file.startsWith('src/pages/')).map(file => file.split('/').at(-1) ?? '')
    expect(names.filter(name => !/^[a-z0-9]+(-[a-z0-9]+)*(\.d|\.config)?\.(ts|tsx|astro)$/.test(name))).toEqual([])
  })
})

/** Files that are named after what several components have in common. */
const COLLECTIONS = [
  'admin/crud/crud-dialogs',
  'admin/payments/booking-payment-rows',
  // The cells of the table, beside its columns.
  'admin/payments/dispute-columns',
  'admin/payments/dispute-text',
  'admin/payments/refund-columns',
  'admin/payments/refund-dialogs',
  'auth/auth-fields',
  // What the page and its skeleton share.
  'booking/page-layout',
  // One row of the panel for each action.
  'my-bookings/dialogs/ride-action-rows',
  // As for the booking page.
  'profile/page-layout'
].map(path => `src/islands/${path}.tsx`)

test('names each file of islands after its component', () => {
  const named = sources.filter(file => {
    const name = file.split('/').at(-1)?.replace('.tsx', '').replaceAll('-', '') ?? ''
    return new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`, 'im').test(read(file))
  })
  const components = sources.filter(file => /^src\/islands\/.*\.tsx$/.test(file))
  expect(components.filter(file => !named.includes(file))).toEqual(COLLECTIONS)
})

const routes = sources.filter(file => file.startsWith('src/pages/api/') && file !== CATCH_ALL)

function pathOf(route: string): string {
  return route
    .replace('src/pages/api', '')
    .replace(/(\/index)?\.ts$/, '')
    .replace(/\[(\w+)\]/g, '{$1}')
}

const handled = routes.flatMap(route =>
  [...read(route).matchAll(/^export const (GET|POST|PUT|DELETE) = handle\((\w+)/gm)].map(([, method, operation]) => ({
    call: `${method} ${pathOf(route)}`,
    operation
  }))
)

const served = handled.map(({ call }) => call)

describe('the API', () => {
  test('has endpoints', () => {
    expect(allEndpoints.length).toBeGreaterThan(20)
  })

  test.each(allEndpoints.map(endpointName))('serves %s', endpoint => {
    expect(served).toContain(endpoint)
  })

  test('serves nothing outside the contract', () => {
    expect(served.filter(route => !allEndpoints.some(call => endpointName(call) === route))).toEqual([])
  })

  test('gives each operation the name of its endpoint', () => {
    expect(handled.filter(({ call, operation }) => contractNames.get(call) !== operation)).toEqual([])
    const implemented = sources
      .filter(file => file.startsWith('src/server/'))
      .flatMap(file => [...read(file).matchAll(/^export const (\w+) = implement\(\s*\w+\.(\w+)/gm)])
    expect(implemented.filter(([, operation, endpoint]) => operation !== endpoint).map(([line]) => line)).toEqual([])
    // `availabilityOperation` builds one operation for one day and one for a page.
    expect(new Set([...implemented.map(([, operation]) => operation), 'getAvailability'])).toEqual(
      new Set(contractNames.values())
    )
  })

  test('is defined and implemented in folders of the same name', () => {
    const implementedIn = sources
      .filter(file => file.startsWith('src/server/'))
      .flatMap(file =>
        [...read(file).matchAll(/\bimplement\(\s*\w+\.(\w+)/g)].map(([, call = '']) => [call, serverFolderOf(file)])
      )
    expect(new Map(implementedIn as [string, string][])).toEqual(contractFolders)
  })

  test.each(routes)('%s is a line of the routing table', route => {
    expect(read(route).trimEnd().split('\n').length).toBeLessThanOrEqual(12)
  })
})
