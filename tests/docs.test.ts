import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

// Checks that the documentation names only what exists.

const read = (path: string) => readFileSync(path, 'utf8')
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...globSync('docs/*.md').sort()]
const { scripts, version } = JSON.parse(read('package.json')) as { scripts: Record<string, string>; version: string }

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

const withoutFences = (text: string) => text.replaceAll(/```[\s\S]*?```/g, '')

/** The anchor of a heading on GitHub. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const anchorsOf = (page: string) => {
  const text = withoutFences(read(page))
  return [...all(text, /^#+ (.+)$/gm).map(anchorOf), ...all(text, /<a id="([\w-]+)">/g)]
}

/** The broken links of a page. */
function brokenLinks(page: string): string[] {
  return all(read(page), /\]\(([^)\s]+)\)/g).filter(link => {
    if (/^https?:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : normalize(join(dirname(page), path))
    if (!existsSync(target)) return true
    return anchor !== undefined && !anchorsOf(target).includes(anchor)
  })
}

/** Paths of the repository in code spans: `src/…`, `tests/…`, `scripts/…` and `docs/…`, without placeholders. */
const namedPaths = (text: string) =>
  all(text, /`((?:src|tests|scripts|docs|public)\/[\w./[\]-]+)`/g).map(path => path.replace(/[./]+$/, ''))

const FILES = globSync(['*', '{src,tests,scripts,public,.github}/**/*.*']).map(path => `/${path}`)

/** File names in code spans, with the last folders of their path or without. */
const namedFiles = (text: string) => all(text, /`((?:[\w-]+\/)*[\w.-]+\.(?:astro|css|mjs|toml|tsx?|yml))`/g)

describe.each(PAGES)('%s', page => {
  test('has only links and anchors that exist', () => {
    expect(brokenLinks(page)).toEqual([])
  })

  test('names only files and commands that exist', () => {
    const text = read(page)
    expect(namedPaths(text).filter(path => !existsSync(path))).toEqual([])
    expect(namedFiles(text).filter(name => !FILES.some(path => path.endsWith(`/${name}`)))).toEqual([])
    const commands = all(text, /\bnpm run ([\w:]+)/g)
    expect(commands.filter(command => scripts[command] === undefined)).toEqual([])
  })
})

test('the newest version of the changelog is that of the package', () => {
  expect(all(read('CHANGELOG.md'), /^## (\d+\.\d+\.\d+)\b/gm)[0]).toBe(version)
})

test('a link whose words are the name of a file leads to that file', () => {
  const named = PAGES.flatMap(page =>
    [...read(page).matchAll(/\[([\w./-]+\.(?:ts|tsx|mjs|md|toml|yml))\]\(([^)\s#]+)/g)].map(
      ([, name = '', target = '']) => ({
        name,
        page,
        target
      })
    )
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name, target }) => !`/${target}`.endsWith(`/${name}`))).toEqual([])
})

test('every page of docs is linked from the README or from another page', () => {
  const linked = PAGES.flatMap(page =>
    all(read(page), /\]\(([^)\s#]+\.md)/g).map(link => normalize(join(dirname(page), link)))
  )
  expect(PAGES.filter(page => page.startsWith('docs/') && !linked.includes(page))).toEqual([])
})

const SOURCES = globSync('{src,scripts}/**/*.ts').map(read).join('\n')

/** The value of a constant as a page writes it: '900', '1, 2, 4' or '20:30'. Null unless it is a plain value. */
function constantValue(name: string): string | null {
  const [, code = ''] = new RegExp(`^(?:export )?const ${name}(?:: [^=]+)? = (.+)$`, 'm').exec(SOURCES) ?? []
  const plain = code.replace(/ as const$/, '').replaceAll(/['[\]]/g, '')
  if (!/^[\d_]+(?: \* [\d_]+)*$/.test(plain)) return /^\d[\d:, ]*$/.test(plain) ? plain : null
  return String(plain.split(' * ').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1))
}

test('a number that a page writes behind the name of a constant is its value', () => {
  const written = PAGES.flatMap(page =>
    [...read(page).matchAll(/`([A-Z][A-Z\d_]+)`\s\((\d[\d:, ]*)\)/g)].map(([, name = '', value]) => ({
      name,
      page,
      value
    }))
  )
  expect(written.length).toBeGreaterThan(20)
  expect(written.filter(({ name, value }) => constantValue(name) !== value)).toEqual([])
})

const COMMENT = /^\s*(?:\/\/|\/?\*+|#|\{\/\*|<!--) ?(.*)$|(?<!:)\s\/\/ (.*)$/gm
const CITED = /(?<![\w./@#-])((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:astro|css|html|js|json|md|mjs|sql|toml|tsx?))\b/g
const FROM_ROOT = /^(?:docs|public|scripts|src|tests)\//

/** A file is cited by its name from the same folder, else by its path from `src` or from the root. */
function isCitedRight(file: string, cited: string): boolean {
  if (!cited.includes('/')) return existsSync(cited) || existsSync(join(dirname(file), cited))
  return existsSync(FROM_ROOT.test(cited) ? cited : join('src', cited))
}

test('comments cite only files that exist, from the same folder, src or the root', () => {
  const files = [
    ...globSync('{src,scripts,tests}/**/*.{ts,tsx,astro,mjs,css}'),
    'public/_headers',
    'wrangler.toml',
    '.env.example',
    '.env.production.example'
  ]
  const cited = files.flatMap(file =>
    [...read(file).matchAll(COMMENT)].flatMap(([, line, end]) =>
      all(line ?? end ?? '', CITED).map(name => ({ file, name }))
    )
  )
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(({ file, name }) => !isCitedRight(file, name))).toEqual([])
})
