import { expect, test } from 'vitest'
import * as brand from '#domain/brand/brand.ts'
import { filesOf, read, serverFiles, sources } from './source-files.ts'

// What only listed files may contain, because a reader of another file would miss it.

interface Rule {
  /** The files that may, or must, match. */
  allowed?: readonly string[]
  files: readonly string[]
  pattern: RegExp
}

const folder = (path: RegExp) => sources.filter(file => path.test(file))
/** The screens, without what they share. */
const screens = folder(/^src\/islands\/(?!ui\/)/)
const browser = folder(/^src\/(client|islands|layouts|pages|stores)\//)
const tests = filesOf('tests/**/*.{ts,tsx}')
const { ACCENT_DARK, ACCENT_LIGHT, BACKGROUND_DARK, BACKGROUND_LIGHT, BRAND_ID, BRAND_NAME } = brand
const BRAND = [ACCENT_DARK, ACCENT_LIGHT, BACKGROUND_DARK, BACKGROUND_LIGHT, BRAND_ID, BRAND_NAME].join('|')

const RULES: Record<string, Rule> = {
  'names use the words of the glossary, not those that they replace': {
    // A name of the payment provider.
    allowed: ['src/client/payment/checkout.ts'],
    files: sources,
    pattern: /customer|renter|vehicle|bike|tariff|reservation|journey|passcode|reimburse/i
  },
  'one file reads the bindings, which keeps secrets out of the browser': {
    allowed: ['src/server/runtime/env.ts'],
    files: sources,
    pattern: /from 'cloudflare:workers'/
  },
  'islands import only types of the contract': {
    files: folder(/^src\/islands\//),
    pattern: /^import (?!type )[^\n]*from '#contract\//m
  },
  'screens keep no state: hooks of React are only in islands/ui': {
    files: screens,
    pattern: /\buse(State|Reducer|Effect|LayoutEffect)\b/
  },
  'screens change stores by their actions': { files: screens, pattern: /\$\w+\.(set|setKey)\(/ },
  'the browser calls the API through one client': {
    allowed: [
      // Asks whether the site answers at all.
      'src/client/device/network.ts',
      // Reads a file of the build.
      'src/client/device/today-shell.ts',
      'src/client/http/api.ts',
      // Reports upload progress for client/http/api.ts.
      'src/client/http/transfer.ts',
      // Every page can sign out, even if it loads no client.
      'src/client/session/token.ts',
      // These fetch their own page.
      'src/layouts/scripts/next-ride.ts',
      'src/pages/offline/index.astro'
    ],
    files: browser,
    pattern: /\bfetch\(|XMLHttpRequest|sendBeacon|from 'ofetch'/
  },
  'the browser loads code later only by lazyPart and lazyComponent, which tell a failure from the network': {
    files: browser,
    pattern: /(?<!\b(lazyPart|lazyComponent)\(\s*\(\) => |typeof )\bimport\((?!\))/
  },
  // The language's methods are checked by the types (scripts/suites/browser.tsconfig.json).
  'the browser calls nothing of the DOM that Chrome 109, Safari 16.4 or Firefox 115 does not have': {
    // Asks for it first.
    allowed: ['src/layouts/scripts/toasts.ts'],
    files: folder(/^src\/(client|contract|domain|islands|layouts|messages|service-worker|stores)\//),
    pattern:
      /URL\.(canParse|parse)\(|AbortSignal\.any\(|Response\.json\(|for await|\.(checkVisibility|requestClose|showPopover|togglePopover|moveBefore|bytes)\(|earchParams\.size|closedby|(Idle|Transition)Callback|startViewTransition|scheduler\./
  },
  'no style is inline, which the content security policy blocks': { files: sources, pattern: /\sstyle=/ },
  'an outgoing request of the server has a deadline': {
    files: serverFiles.filter(file => !/AbortSignal\.timeout\((PROVIDER_TIMEOUT_MS|timeoutMs)\)/.test(read(file))),
    pattern: /\bfetch\(/
  },
  // A cancelled request leaves a shared promise unsettled for ever, and every later request waits for it.
  'the server keeps no promise and no state of a request between requests': {
    files: serverFiles,
    pattern: /^(export )?let |^(export )?const \w+(: Promise\b[^=]*)? = (await |(hash|import|fetch)\w*\()/m
  },
  // The highest rowid serves as their count (server/overview/stats.ts).
  'no statement deletes a booking or a rider': {
    files: sources,
    pattern: /DELETE FROM (bookings|users)\b|\.delete\((bookings|users)\)/i
  },
  'SQL names its parameters': {
    allowed: ['src/server/db/client.ts', 'src/server/db/sql.ts'],
    files: serverFiles,
    pattern: /\bd1\.prepare\(|\?\d/
  },
  // D1 binds numbers as REAL, so that a quotient keeps its fraction. `CAST(:name AS INTEGER)` is an integer.
  'SQL divides no parameter': {
    files: serverFiles,
    pattern: /(?<!\w):[a-z]\w*\s*\/ |\([^()]*(?<!\w):[a-z]\w*[^()]*\)\s*\/ | \/ :[a-z]/i
  },
  // An alias before a condition would qualify its first column only.
  'an SQL condition gets its table as an argument': {
    files: serverFiles,
    pattern: /\b[a-z]\w*\.\$\{[A-Z_]+\}/
  },
  'each unit of time is written once': {
    allowed: ['src/domain/constants.ts', 'src/domain/time/time-units.ts'],
    files: sources,
    pattern: /\b(24 \* 60|60 \* 60|60_?000|3_?600(_?000)?|86_?400(_?000)?)\b/
  },
  'the name and the colours of the brand are written once': {
    allowed: ['src/domain/brand/brand.ts'],
    files: filesOf('src/**/*.{ts,tsx,astro,css}'),
    pattern: new RegExp(`(?<!\\w)(?:${BRAND})\\b`, 'i')
  },
  'browser tests use the base test, which checks the content security policy': {
    files: filesOf('tests/e2e/**/*.test.ts'),
    pattern: /import \{[^}]*\btest\b[^}]*\} from 'playwright\/test'/
  },
  'tests replace only what is outside of our code': {
    // Parts of the page whose code fails to load.
    allowed: ['tests/layouts/account-buttons.test.ts', 'tests/layouts/toasts.test.ts'],
    files: tests,
    pattern: /\bvi\.(do)?[mM]ock\((?!'(cloudflare:workers|node:[\w/]+)')/
  },
  'tests wait for a condition, never for a time': { files: tests, pattern: /\.waitForTimeout\(/ }
}

test.each(Object.entries(RULES))('%s', (_, { allowed = [], files, pattern }) => {
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter(file => pattern.test(read(file)))).toEqual(allowed)
})

test('every sentence of the screens is in messages', () => {
  const text = />[^<>{}()=;:]*[A-Za-z]{2,}[^<>{}()=;:]*<\//
  const attributes = /\b(alt|aria-label|placeholder|title)="[^"]+"/
  const markup = (file: string) => read(file).replace(/<script.*?<\/script>/gs, '')
  const files = folder(/^src\/(islands|layouts|pages)\/.*\.(tsx|astro)$/)
  expect(files.filter(file => text.test(markup(file)) || attributes.test(markup(file)))).toEqual([])
})

/** 'src/messages/my-bookings/ride-card.ts' is imported as rideCardText. */
const messagesName = (path: string) =>
  `${(path.split('/').at(-1) ?? '').replace('.ts', '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Text`

test('each file of messages has one name', () => {
  const messages = filesOf('src/messages/**/*.ts').map(messagesName)
  expect(messages.filter((name, index) => messages.indexOf(name) !== index)).toEqual([])
  const importers = [...sources, ...tests, ...filesOf('scripts/**/*.ts')]
  const wrong = importers.flatMap(file =>
    [...read(file).matchAll(/^import (?:type )?([^'"]+) from '([^']+)'/gm)]
      .filter(
        ([, , path = '']) => path.startsWith('#messages/') || (/^src\/messages/.test(file) && path.startsWith('.'))
      )
      .filter(([, names, path = '']) => !path.startsWith('#') || names !== `* as ${messagesName(path)}`)
      .map(([line]) => `${file}: ${line}`)
  )
  expect(wrong, "import it as `import * as rideCardText from '#messages/my-bookings/ride-card.ts'`").toEqual([])
})
