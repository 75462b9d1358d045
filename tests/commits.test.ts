import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

// The subjects of the commits after the one that added this file. A shallow clone or an archive has none.

const SUBJECT_MAX = 72

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout?.trim() ?? ''

/** At least two words, the first with a capital letter, and no dot at the end. */
const isGood = (subject: string) => subject.length <= SUBJECT_MAX && /^[A-Z]\S* .*[^.\s]$/.test(subject)

function subjectsToCheck(): string[] {
  const added = git('log', '--diff-filter=A', '--format=%H', '--', 'tests/commits.test.ts').split('\n').at(-1)
  if (!added) return []
  return git('log', '--no-merges', '--ancestry-path', '--format=%s', `${added}..HEAD`).split('\n').filter(Boolean)
}

test('the subject of a commit is short and starts like a sentence', () => {
  expect(subjectsToCheck().filter(subject => !isGood(subject))).toEqual([])
})

test.each([
  ['Name log events by one rule', true],
  ['Fix', false],
  ['WIP', false],
  ['name log events', false],
  ['Name log events.', false],
  [`Name ${'a'.repeat(SUBJECT_MAX)}`, false]
])('the subject %s is accepted: %s', (subject, isAccepted) => {
  expect(isGood(subject)).toBe(isAccepted)
})
