import { globSync, readFileSync } from 'node:fs'

// The files that the tests of this folder read as text.

export const read = (path: string) => readFileSync(path, 'utf8')

export const filesOf = (...patterns: string[]) =>
  globSync(patterns)
    .map(path => path.replaceAll('\\', '/'))
    .sort()

export const sources = filesOf('src/**/*.{ts,tsx,astro}')
export const everything = [...sources, ...filesOf('scripts/**/*.{ts,mjs}', 'tests/**/*.{ts,tsx}', '*.mjs')]
export const serverFiles = sources.filter(file => file.startsWith('src/server/'))
/** The screens, without what they share. */
export const screens = sources.filter(file => /^src\/islands\/(?!ui\/)/.test(file))

/** Answers every path of the API that no route has. */
export const CATCH_ALL = 'src/pages/api/[...path].ts'

/** The folder of `src/server` that a file is in. */
export const serverFolderOf = (path: string) => path.split('/')[2] ?? ''

/** The files that match the pattern, except those that may match it. */
export function foundIn(files: readonly string[], pattern: RegExp, allowed: readonly string[] = []): string[] {
  return files.filter(file => !allowed.includes(file) && pattern.test(read(file)))
}
