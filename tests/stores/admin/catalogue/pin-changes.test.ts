// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { changePin, listPinChanges } from '#contract/catalogue/admin-scooters.ts'
import { HAS_MORE_HEADER } from '#contract/kit/list-query.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { loadedRows, openTab, pinChange } from '#tests/stores/admin/page.ts'
import {
  mountStores,
  server,
  setUpBrowserTab,
  shownToasts,
  useExternalBackend,
  waitForTask
} from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

const pages = { [HAS_MORE_HEADER]: 'false' }
const inUse = { ...pinChange, in_use_until: '2026-06-15T12:00:00Z' }

async function openPins(rows = [pinChange]) {
  await openTab('pins')
  server.answer(listPinChanges, rows, pages)
  server.answer(changePin, { message: '' })
  const { $counts, pinChanges } = await import('#tests/stores/admin/lists.ts')
  await waitForTask(pinChanges.load())
  const store = await import('#stores/admin/catalogue/pin-changes.ts')
  mountStores($counts, store.pinInUseDialog.$row)
  const [first] = loadedRows(pinChanges)
  return { ...store, $counts, first, pinChanges }
}

const bodies = () => server.requestsTo(changePin).map(({ body }) => body)

describe('an admin who has changed a lock', () => {
  test('confirms the PIN of the list, and the scooter leaves it', async () => {
    const { $counts, confirmPinChange, first } = await openPins()
    expect($counts.get().pinChanges).toEqual({ count: 1, hasMore: false })
    server.answer(listPinChanges, [], pages)
    await waitForTask(confirmPinChange(first))
    expect(bodies()).toEqual([{ anyway: false, new_pin: first.new_pin }])
    expect(await shownToasts()).toEqual([pinChangesText.changed(first.scooter_name)])
    expect($counts.get().pinChanges?.count).toBe(0)
  })

  test.each([
    ['rides the scooter', inUse],
    ['is late with it', { ...pinChange, is_late: true }]
  ])('is asked first while somebody %s', async (_, row) => {
    const { pinInUseDialog, confirmPinChange, first } = await openPins([row])
    await confirmPinChange(first)
    expect([pinInUseDialog.$row.get(), bodies()]).toEqual([first, []])
    await waitForTask(pinInUseDialog.confirm())
    expect([pinInUseDialog.$row.get(), bodies()]).toEqual([null, [{ anyway: true, new_pin: first.new_pin }]])
  })

  test.each([
    ['scooter_in_use', pinChangesText.scooterInUse('5:30 pm')],
    ['pin_change_outdated', pinChangesText.pinChangeOutdated]
  ] as const)('reads the refusal %s, and the list is loaded again', async (code, sentence) => {
    const { pinInUseDialog, confirmPinChange, first, pinChanges } = await openPins()
    server.fail(changePin, refusalFault(code, sentence), 1)
    server.answer(listPinChanges, [inUse], pages)
    await waitForTask(confirmPinChange(first))
    expect(await shownToasts()).toEqual([sentence])
    expect(pinInUseDialog.$row.get()).toBeNull()
    expect(pinChanges.$listPage.get()).toMatchObject({ rows: [{ in_use_until: inUse.in_use_until }] })
  })
})

test('an external backend is not asked for PINs to change', async () => {
  useExternalBackend()
  await openTab('scooters', { pages: false })
  expect(server.requestCount(listPinChanges)).toBe(0)
})
