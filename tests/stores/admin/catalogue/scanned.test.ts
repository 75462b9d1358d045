// @vitest-environment jsdom
import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { listAllScooters, listPinChanges } from '#contract/catalogue/admin-scooters.ts'
import { listProblems } from '#contract/problems/problems.ts'
import { screenPath } from '#domain/admin/screens.ts'
import { bookingPath, redirectFor } from '#domain/routes.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import { errorFault } from '#tests/helpers/servers/fault-server.ts'
import {
  mountStores,
  openPage,
  server,
  setUpBrowserTab,
  useExternalBackend,
  visit,
  visitedUrls,
  waitForTask
} from '#tests/stores/browser-tab.ts'
import { answerNormally, me, pinChange, problem, rowNames, scooter, stats } from '../page.ts'

setUpBrowserTab()

const SCANNED = redirectFor('admin', bookingPath('7'), { hasStickers: true }) ?? ''
const rendered = { hasMore: false, rows: v.parse(listAllScooters.output, [scooter]) }
const CHIP = { filter: 'id', label: dashboardText.scannedScooter }

/** The screen of a scanned scooter. `isRendered`: by the server, with its data. */
async function openScanned(isRendered: boolean) {
  openPage(SCANNED, 'admin')
  const { $tab, dashboardSsrEntries } = await import('#stores/admin/dashboard.ts')
  const { $stats, scooters } = await import('#tests/stores/admin/lists.ts')
  const { $scannedToDo } = await import('#stores/admin/catalogue/scooter-lists.ts')
  if (isRendered) {
    const { applyEntries } = await import('#stores/kit/ssr-values.ts')
    const lists = { scooters: rendered }
    const now = new Date()
    applyEntries(dashboardSsrEntries({ lists, me, now: now.toISOString(), screen: 'scooters', stats }), now)
  }
  mountStores($stats, $tab, scooters.$listPage, $scannedToDo)
  await waitForTask(null)
  return { $scannedToDo, scooters }
}

const askedIds = () => server.requestsTo(listAllScooters).map(({ query }) => query.id)

async function showAgain(): Promise<void> {
  document.dispatchEvent(new Event('visibilitychange'))
  await waitForTask(null)
}

beforeEach(() => answerNormally())

test('a scan asks for its scooter only, and names the filter', async () => {
  const { scooters } = await openScanned(false)
  expect([askedIds(), scooters.$query.get().scope]).toEqual([['7'], CHIP])
})

test('a rendered scan keeps its filter while the network fails, and asks for the same again', async () => {
  const { scooters } = await openScanned(true)
  expect([askedIds(), rowNames(scooters.$listPage.get())]).toEqual([[], ['Ather']])
  server.fail(listAllScooters, errorFault('The database is away', 500))
  await showAgain()
  expect(scooters.$query.get().scope).toEqual(CHIP)
  server.clearFaults()
  await showAgain()
  expect(new Set(askedIds())).toEqual(new Set(['7']))
})

test('a removed filter stays removed until Back leads to the scan again', async () => {
  const { scooters } = await openScanned(true)
  scooters.removeScope()
  await waitForTask(null)
  await showAgain()
  expect(askedIds()).toEqual([undefined, undefined])
  visit(screenPath('bookings'))
  dispatchEvent(new Event('popstate'))
  await waitForTask(null)
  visit(SCANNED)
  dispatchEvent(new Event('popstate'))
  await waitForTask(null)
  expect([askedIds().at(-1), scooters.$query.get().scope]).toEqual(['7', CHIP])
})

test('below it stand its own waiting PIN and open problems, and none without the filter', async () => {
  const another = { scooter_id: '8', scooter_name: 'Ola' }
  server.answer(listPinChanges, [{ ...pinChange, ...another }, pinChange])
  server.answer(listProblems, [{ ...problem, ...another }, problem, { ...problem, id: 'k', state: 'known' }])
  const { $scannedToDo, scooters } = await openScanned(false)
  const shown = () => {
    const { pinChanges, problems } = $scannedToDo.get()
    return [pinChanges.map(({ scooter_id }) => scooter_id), problems.map(({ id }) => id)]
  }
  expect(shown()).toEqual([['7'], [problem.id]])
  scooters.removeScope()
  await waitForTask(null)
  expect(shown()).toEqual([[], []])
})

test.each([
  ['our own backend', () => undefined, SCANNED],
  ['an external backend', useExternalBackend, '/admin']
])('with %s, the page of the code leads staff to the portal', async (_, prepare, place) => {
  prepare()
  openPage(bookingPath('7'), 'admin')
  const { syncSession } = await import('#stores/session/page-guard.ts')
  expect([syncSession(), visitedUrls]).toEqual([false, [place]])
})
