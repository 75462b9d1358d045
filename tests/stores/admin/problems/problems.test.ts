// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { listProblems, updateProblem } from '#contract/problems/problems.ts'
import { problemFixed } from '#messages/problems.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { loadedRows, openTab, problem } from '#tests/stores/admin/page.ts'
import { server, setUpBrowserTab, shownToasts, waitForTask } from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

test('a problem that another member of staff has fixed leaves the dialog, which says why', async () => {
  const { lists } = await openTab('problems')
  const { knownDialog } = await import('#stores/admin/problems/problems.ts')
  knownDialog.open(loadedRows(lists.problems)[0])
  knownDialog.fields.setField('note', 'left mirror scratched')
  server.fail(updateProblem, refusalFault('problem_fixed', problemFixed), 1)
  server.answer(listProblems, [{ ...problem, state: 'fixed' }], { 'x-has-more': 'false' })
  await waitForTask(knownDialog.confirm())
  expect([knownDialog.$row.get(), await shownToasts()]).toEqual([null, [problemFixed]])
  expect(loadedRows(lists.problems)[0].state).toBe('fixed')
})
