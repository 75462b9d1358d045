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

/** Phrases in which a listed word means something else, or which a provider, a browser or the database has named. */
const OTHER_MEANINGS =
  /\b(round trips?|goes back in the history|password manager|push manager|keep alive|in transaction|invoice id|remember customer|troubles)\b/g
/** Listed words that are ordinary English outside of a name. */
const ONLY_IN_NAMES = ['alive', 'begun', 'complaint', 'given', 'pay again', 'transaction', 'wish']

/** The sentences of a page, without code and the targets of links. */
const sentencesIn = (file: string) =>
  read(file)
    .replaceAll(/^```[\s\S]*?^```|`[^`]*`|\]\([^)]*\)/gm, ' ')
    .split('\n')

interface Source {
  files: string[]
  isProse?: boolean
  namesIn: (file: string) => string[]
}

/** The titles of describe(…), test(…) and their variants, such as test.each(…)(…). */
function titlesIn(file: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true, kind)
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(describe|test)\b/.test(node.expression.getText())) {
      const [title] = node.arguments
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) titles.push(title.getText())
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}

const SOURCES: Record<string, Source> = {
  attribute: {
    files: filesOf('src/**/*.{ts,tsx,astro,css}', 'tests/**/*.ts'),
    namesIn: file => matchesIn(file, /\bdata-[a-z-]+/g)
  },
  'class name': {
    files: filesOf('src/styles/**/*.css'),
    namesIn: file => matchesIn(file, /\.[a-z][\w-]*|--[a-z][\w-]*/g)
  },
  comment: {
    files: filesOf('{src,tests,scripts}/**/*.{ts,tsx,astro,css,mjs}'),
    isProse: true,
    namesIn: file => matchesIn(file, /^ *(?:\/\/|\/?\*).*$/gm)
  },
  file: {
    files: filesOf('{src,tests,scripts,docs}/**/*.*'),
    namesIn: file => [file]
  },
  identifier: { files: filesOf('{src,tests,scripts}/**/*.{ts,tsx}'), namesIn: identifiersIn },
  sentence: {
    files: filesOf('*.md', 'docs/*.md'),
    isProse: true,
    namesIn: sentencesIn
  },
  title: { files: filesOf('tests/**/*.test.{ts,tsx}'), isProse: true, namesIn: titlesIn }
}

const entries = Object.entries(SOURCES).flatMap(([kind, { files, isProse = false, namesIn }]) =>
  files.flatMap(file =>
    [...new Set(namesIn(file))].map(name => ({
      found: `${file}: ${kind} ${name.trim()}`,
      isProse,
      kind,
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

  test.each(Object.keys(SOURCES))('is compared with each %s', kind => {
    expect(entries.some(entry => entry.kind === kind)).toBe(true)
  })

  test.each(synonyms)("nothing says '%s' for %s", synonym => {
    const word = synonym.toLowerCase()
    const isOrdinary = ONLY_IN_NAMES.includes(word)
    const hits = entries.filter(
      ({ isProse, words }) => !(isProse && isOrdinary) && (words.includes(` ${word} `) || words.includes(` ${word}s `))
    )
    expect(hits.map(({ found }) => found)).toEqual([])
  })
})
