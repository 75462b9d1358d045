import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MUTANTS } from '../../../scripts/tools/mutants.ts'

const sourceOf = (file: string) => readFileSync(`src/server/${file}`, 'utf8')

test.each(MUTANTS)('the text that a mutant replaces occurs in $file once: $from → $to', ({ file, from, to }) => {
  expect(sourceOf(file).split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
})
