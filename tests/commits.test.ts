import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

// The subjects of the commits after the one that added this file. Merges are checked since a later commit. A shallow
// clone or an archive of the code has none of them. Bodies are checked since a later commit.

const SUBJECT_MAX = 72
/** Earlier merges have Git's own subject, which does not say what they bring. */
const MERGES_SINCE = '55f65a456a9096930576a35ad33585070bb16e25'

/** This commit and those before it may consist of a subject alone. */
const BODIES_SINCE = '203487ee5c7f6cd9f47905c3455e88e3475df9d1'

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout?.trim() ?? ''

/** Git's or GitHub's own subject of a merge. */
const UNNAMED_MERGE = /^Merge ((remote-tracking )?branch '|commit '|tag '|pull request #)/

/** The commit that GitHub makes to check a pull request. It is never pushed. */
const PULL_REQUEST_CHECK = /^Merge [0-9a-f]{40} into [0-9a-f]{40}$/

/** At least two words, the first with a capital letter, and no dot at the end. */
const isGood = (subject: string) =>
  subject.length <= SUBJECT_MAX && /^[A-Z]\S* .*[^.\s]$/.test(subject) && !UNNAMED_MERGE.test(subject)

const subjectsSince = (since: string, kind: '--merges' | '--no-merges') =>
  git('log', kind, '--ancestry-path', '--format=%s', `${since}..HEAD`).split('\n').filter(Boolean)

function subjectsToCheck(): string[] {
  const added = git('log', '--diff-filter=A', '--format=%H', '--', 'tests/commits.test.ts').split('\n').at(-1)
  if (!added) return []
  const subjects = [...subjectsSince(added, '--no-merges'), ...subjectsSince(MERGES_SINCE, '--merges')]
  return subjects.filter(subject => !PULL_REQUEST_CHECK.test(subject))
}

/** The commits that do not say why they were made. */
function withoutBody(): string[] {
  const commits = git('log', '--no-merges', '--ancestry-path', '--format=%s%x00%b%x01', `${BODIES_SINCE}..HEAD`)
  return commits
    .split('\u0001')
    .map(commit => commit.trim().split('\u0000'))
    .filter(([subject, body]) => subject && !body?.trim())
    .map(([subject = '']) => subject)
}

const isShallow = git('rev-parse', '--is-shallow-repository') === 'true'
const hasHistory = !isShallow && Number(git('rev-list', '--count', 'HEAD')) > 1

test.runIf(process.env.CI && process.env.GITHUB_ACTIONS)('continuous integration checks out all commits', () => {
  expect(isShallow, 'The clone is shallow. Set fetch-depth: 0 at actions/checkout.').toBe(false)
})

test.runIf(hasHistory)('a clone with a history has commits to check', () => {
  expect(subjectsToCheck().length, 'No commit follows the one that added this file.').toBeGreaterThan(0)
})

test('the subject of a commit is short and starts like a sentence', () => {
  expect(subjectsToCheck().filter(subject => !isGood(subject))).toEqual([])
})

test('the body of a commit says why', () => {
  expect(withoutBody()).toEqual([])
})

test.each([
  ['Name log events by one rule', true],
  ['Merge the return of rides', true],
  ["Merge branch 'returns'", false],
  ['Merge pull request #7 from rider/returns', false],
  ["Merge remote-tracking branch 'origin/main'", false],
  ["Merge commit '1f16e7c7'", false],
  ["Merge tag 'v1.2.0'", false],
  ['Fix', false],
  ['WIP', false],
  ['name log events', false],
  ['Name log events.', false],
  [`Name ${'a'.repeat(SUBJECT_MAX)}`, false]
])('the subject %s is accepted: %s', (subject, isAccepted) => {
  expect(isGood(subject)).toBe(isAccepted)
})
