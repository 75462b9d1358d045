import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const ROW = /^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm
const HEADINGS = 2
const MAX_TERMS = 40

const rows = [...readFileSync('docs/glossary.md', 'utf8').matchAll(ROW)].slice(HEADINGS - 1)
const synonyms = rows.flatMap(([, term = '', not = '']) => not.split(', ').map(synonym => [synonym, term] as const))

/** 'isHoldGivenUp' and 'HOLD_GIVEN_UP' as ' is hold given up ', and so on. */
const toWords = (name: string) =>
  ` ${name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_$]+/g, ' ')
    .toLowerCase()
    .trim()} `

function namesIn(file: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false, kind)
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

const files = globSync('src/**/*.{ts,tsx}').map(file => ({ file, names: [...new Set(namesIn(file))].map(toWords) }))

describe('the glossary', () => {
  test('has at most 40 terms, each once', () => {
    const terms = rows.map(([, term]) => term)
    expect(terms.length).toBeGreaterThan(0)
    expect(terms.length).toBeLessThanOrEqual(MAX_TERMS)
    expect(new Set(terms).size).toBe(terms.length)
  })

  test.each(synonyms)("no name in the code has '%s' for %s", synonym => {
    const found = files.filter(({ names }) => names.some(name => name.includes(` ${synonym.toLowerCase()} `)))
    expect(found.map(({ file }) => file)).toEqual([])
  })
})
