import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ICON_SVG } from '#domain/brand/brand.ts'
import { MY_BOOKINGS_SHELL, OFFLINE_SHELL, TODAY_FILES, TODAY_SHELL } from '../../src/service-worker/events.ts'

// The last step of the build. It tells the service worker which files the offline pages of riders need, and the devices
// of the staff those of Today.

export const SERVICE_WORKER = 'sw.js'

const SHELLS = [OFFLINE_SHELL, MY_BOOKINGS_SHELL]
const HASHED_FILE = /[\w.~-]+\.(?:css|js|woff2)\b/g

/** The files of this build that the text names. Scripts import other scripts; pages name scripts and fonts. */
function filesNamedIn(text: string, client: string): string[] {
  const names = new Set(text.match(HASHED_FILE) ?? [])
  return [...names].filter(name => existsSync(join(client, '_astro', name)))
}

/** All files that the texts reference, directly or through other files. */
function transitiveFiles(texts: readonly string[], client: string): string[] {
  const reached = new Set<string>()
  const read = [...texts]
  for (const text of read) {
    for (const name of filesNamedIn(text, client)) {
      if (reached.has(name)) continue
      reached.add(name)
      if (!name.endsWith('.woff2')) read.push(readFileSync(join(client, '_astro', name), 'utf8'))
    }
  }
  return [...reached].sort()
}

function readPages(paths: readonly string[], client: string) {
  const pages = paths.map(path => readFileSync(join(client, path, 'index.html'), 'utf8'))
  const files = transitiveFiles(pages, client).map(name => `/_astro/${name}`)
  const hash = createHash('sha256').update(pages.join()).update(files.join())
  return { files, version: hash.digest('hex').slice(0, 16) }
}

export function readShells(client: string) {
  const { files, version } = readPages(SHELLS, client)
  return { files: [...SHELLS, ICON_SVG, ...files], version }
}

/** Apart, so that riders neither download them nor get a new version with them. */
export const readTodayFiles = (client: string) => readPages([TODAY_SHELL], client)

/** Runs after all files are written. */
export function offlineShells() {
  return {
    hooks: {
      'astro:build:done': ({ dir }: { dir: URL }) => {
        const client = fileURLToPath(dir)
        const file = join(client, SERVICE_WORKER)
        writeFileSync(join(client, TODAY_FILES), JSON.stringify(readTodayFiles(client)))
        writeFileSync(file, `self.shells=${JSON.stringify(readShells(client))};${readFileSync(file, 'utf8')}`)
      }
    },
    name: 'offline-shells'
  }
}
