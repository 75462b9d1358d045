import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const ROW = /^\| ([^|]+) \| [^|]+ \|$/gm
const HEADINGS = 1
const MAX_TERMS = 40
const GLOSSARY = 'docs/glossary.md'
/** The words that each term has replaced. */
const REPLACED_WORDS = 'tests/glossary-words.json'

const read = (file: string) => readFileSync(file, 'utf8')

const terms = [...read(GLOSSARY).matchAll(ROW)].slice(HEADINGS).map(([, term = '']) => term)
const synonyms = Object.entries(JSON.parse(read(REPLACED_WORDS)) as Record<string, string[]>).flatMap(([term, words]) =>
  words.map(word => [word, term] as const)
)

/** 'isHoldExpired', 'HOLD_EXPIRED' and 'hold-expired' as ' hold expired ', and so on. */
const toWords = (name: string) =>
  ` ${name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()
    .trim()} `

const filesOf = (...patterns: string[]) => globSync(patterns).filter(file => !file.includes('/baseline/'))

function identifiersIn(file: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, false, kind)
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

const matchesIn = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)].map(([match]) => match)

const SOURCES: Record<string, { files: string[]; namesIn: (file: string) => string[] }> = {
  attribute: {
    files: filesOf('src/**/*.{ts,tsx,astro,css}', 'tests/**/*.ts'),
    namesIn: file => matchesIn(file, /\bdata-[a-z-]+/g)
  },
  'class name': {
    files: filesOf('src/styles/**/*.css'),
    namesIn: file => matchesIn(file, /\.[a-z][\w-]*|--[a-z][\w-]*/g)
  },
  file: { files: filesOf('{src,tests,scripts,docs}/**/*.*'), namesIn: file => [file] },
  identifier: { files: filesOf('{src,tests,scripts}/**/*.{ts,tsx}'), namesIn: identifiersIn }
}

/** Names in which a listed word means something else, or which a provider, a browser or the database has given. */
const OTHER_MEANINGS =
  /\b(round trips?|password manager|push manager|keep alive|in transaction|invoice id|remember customer|troubles)\b/g

const entries = Object.entries(SOURCES).flatMap(([kind, { files, namesIn }]) =>
  files.flatMap(file =>
    [...new Set(namesIn(file))].map(name => ({
      found: `${file}: ${kind} ${name.trim()}`,
      words: toWords(name).replaceAll(OTHER_MEANINGS, '')
    }))
  )
)

describe('the glossary', () => {
  test('has at most 40 terms, each once', () => {
    expect(terms.length).toBeGreaterThan(0)
    expect(terms.length).toBeLessThanOrEqual(MAX_TERMS)
    expect(new Set(terms).size).toBe(terms.length)
  })

  test.each(synonyms)("no name says '%s' for %s", synonym => {
    const word = synonym.toLowerCase()
    const hits = entries.filter(({ words }) => words.includes(` ${word} `) || words.includes(` ${word}s `))
    expect(hits.map(({ found }) => found)).toEqual([])
  })
})
