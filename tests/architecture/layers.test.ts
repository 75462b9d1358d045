import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { read, serverFiles, serverFolderOf, sources } from './source-files.ts'

// What a file may import (docs/architecture.md, 'Layers').

interface Layer {
  /** The folders of src that its files may import, by alias. */
  folders: readonly string[]
  /** Single files of other folders. */
  files?: readonly string[]
  packages?: readonly RegExp[]
}

const NANOSTORES = /^nanostores$|^@nanostores\/persistent$/
const REACT = /^react(?:\/jsx-runtime)?$|^react-dom(?:\/client)?$|^@nanostores\/react$/
const STYLESHEET = /\.css$/
/** Every `import()` of the browser goes through it. */
const LAZY_PART = '#client/device/lazy-part.ts'

const LAYERS: Record<string, Layer> = {
  bundling: {
    folders: ['domain'],
    packages: [/^astro(:middleware)?$/, /^node:(fs|path|url)$/, /^virtual:script-imports$/]
  },
  client: {
    folders: ['contract', 'domain', 'messages', 'service-worker'],
    packages: [/^ofetch$/, /^valibot$/, /^firebase\//, NANOSTORES]
  },
  contract: { folders: ['domain', 'messages'], packages: [/^valibot$/] },
  domain: { folders: [] },
  islands: {
    folders: ['contract', 'domain', 'messages', 'stores'],
    files: [LAZY_PART],
    packages: [REACT, /^sonner(\/|$)/, /^react-day-picker$/, STYLESHEET]
  },
  layouts: {
    folders: ['domain', 'islands', 'messages', 'service-worker', 'stores'],
    files: [LAZY_PART],
    packages: [/^@fontsource/]
  },
  messages: { folders: ['domain'] },
  'middleware.ts': { folders: ['domain', 'server'], packages: [/^astro:middleware$/] },
  pages: { folders: ['domain', 'islands', 'layouts', 'messages', 'server', 'styles'] },
  server: {
    folders: ['contract', 'domain', 'messages'],
    packages: [
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
  stores: {
    folders: ['client', 'contract', 'domain', 'messages'],
    packages: [/^lean-qr(?:\/extras\/svg)?$/, /^nanostores$/, /^valibot$/]
  },
  styles: { folders: [] },
  'worker.ts': { folders: ['domain', 'server'], packages: [/^@astrojs\/cloudflare\/handler$/] }
}

const DECLARATIONS = 'src/env.d.ts'

const layerOf = (file: string) => file.split('/')[1] ?? ''

const IMPORTS = /^(?:import|export)\b[^'=]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

function importsOf(file: string): string[] {
  return [...read(file).matchAll(IMPORTS)].map(([, named, bare, lazy]) => named ?? bare ?? lazy ?? '')
}

function mayImport(file: string, imported: string): boolean {
  const { files = [], folders, packages = [] } = LAYERS[layerOf(file)] ?? { folders: [] }
  const alias = /^#([\w-]+)\//.exec(imported)
  if (alias) return files.includes(imported) || [...folders, layerOf(file)].includes(alias[1] ?? '')
  if (!imported.startsWith('.')) return packages.some(name => name.test(imported))
  const depth = file.split('/').length - 3
  return imported.split('/').filter(step => step === '..').length <= depth && /\.(ts|tsx|astro|css)$/.test(imported)
}

/** The imports that break a rule, as 'file: import'. */
const importsThat = (files: readonly string[], isWrong: (file: string, imported: string) => boolean) =>
  files.flatMap(file =>
    importsOf(file)
      .filter(imported => isWrong(file, imported))
      .map(imported => `${file}: ${imported}`)
  )

test('every file imports from lower layers only', () => {
  const files = sources.filter(file => file !== DECLARATIONS)
  expect(importsThat(files, (file, imported) => !mayImport(file, imported))).toEqual([])
})

/** The path of an imported source from the root; empty for a package. */
function sourceOf(file: string, imported: string): string {
  if (imported.startsWith('#')) return `src/${imported.slice(1)}`
  return imported.startsWith('.') ? posix.join(posix.dirname(file), imported) : ''
}

test('no file of the portal imports itself by way of others, also not later', () => {
  const importsByFile = new Map(sources.map(file => [file, importsOf(file).map(imported => sourceOf(file, imported))]))
  const isInCircle = (file: string) => {
    // A set visits the files that are added while it is read.
    const reached = new Set(importsByFile.get(file))
    for (const each of reached) for (const next of importsByFile.get(each) ?? []) reached.add(next)
    return reached.has(file)
  }
  expect(sources.filter(file => /^src\/(islands|stores)\/admin\//.test(file) && isInCircle(file))).toEqual([])
})

/** The folders of the server, lowest first, and the routing table above them: a file imports from its own folder and from lower ones only. */
const SERVER_FOLDERS = [
  'runtime',
  'db',
  'jobs',
  'sessions',
  'slots',
  'http',
  'activity',
  'uploads',
  'outbox',
  'catalogue',
  'payments',
  'riders',
  'auth',
  'bookings',
  'receipts',
  'problems',
  'review',
  'staff',
  'monitoring',
  'overview',
  'cron',
  'pages',
  'routes.ts'
]

/** The path of an imported file of the server from the root; empty for any other import. */
function serverFileOf(file: string, imported: string): string {
  const path = sourceOf(file, imported)
  return path.startsWith('src/server/') ? path : ''
}

describe('the folders of the server', () => {
  test('are all listed', () => {
    expect([...new Set(serverFiles.map(serverFolderOf))].sort()).toEqual(SERVER_FOLDERS.toSorted())
  })

  test('import from lower folders only', () => {
    const levelOf = (path: string) => SERVER_FOLDERS.indexOf(serverFolderOf(path))
    const isHigher = (file: string, imported: string) => levelOf(serverFileOf(file, imported)) > levelOf(file)
    expect(importsThat(serverFiles, isHigher)).toEqual([])
  })

  test('import each other by alias', () => {
    const leavesFolder = (file: string, imported: string) =>
      imported.startsWith('.') && serverFolderOf(serverFileOf(file, imported)) !== serverFolderOf(file)
    expect(importsThat(serverFiles, leavesFolder)).toEqual([])
  })
})
