import { globSync, readFileSync } from 'node:fs'

// The files that the tests of this folder read as text.

export const read = (path: string) => readFileSync(path, 'utf8')

export const filesOf = (...patterns: string[]) =>
  globSync(patterns)
    .map(path => path.replaceAll('\\', '/'))
    .sort()

export const sources = filesOf('src/**/*.{ts,tsx,astro}')
export const serverFiles = sources.filter(file => file.startsWith('src/server/'))

/** The folder of `src/server` that a file is in. */
export const serverFolderOf = (path: string) => path.split('/')[2] ?? ''
