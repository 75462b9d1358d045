// @vitest-environment jsdom

import { describe, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { getStats } from '#contract/overview/stats.ts'
import { deleteRider, listRiders } from '#contract/riders/admin-riders.ts'
import * as forms from '#messages/admin/forms.ts'
import * as riderResponses from '#messages/admin/riders.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { asha, loadedRows, openTab } from '#tests/stores/admin/page.ts'
import { mountStores, server, setUpBrowserTab, shownToasts, waitForTask } from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

const RELOADED = [listRiders, listAllBookings, getStats]

async function openDeleteDialog() {
  const { lists } = await openTab('bookings')
  await waitForTask(lists.loadScreen('users'))
  server.answer(deleteRider, { message: riderResponses.riderDeleted })
  const { deleteRiderDialog } = await import('#stores/admin/riders/riders.ts')
  mountStores(deleteRiderDialog.$row)
  const [first] = loadedRows(lists.riders)
  deleteRiderDialog.open(first)
  return deleteRiderDialog
}

describe('deleting a rider', () => {
  test("shows the server's message, and reloads the riders, the bookings and the counts", async () => {
    const deleting = await openDeleteDialog()
    const before = RELOADED.map(endpoint => server.requestCount(endpoint))
    await waitForTask(deleting.confirm())
    expect(server.requestsTo(deleteRider)).toMatchObject([{ path: '/api/admin/users/5' }])
    expect([await shownToasts(), deleting.$row.get()]).toEqual([[riderResponses.riderDeleted], null])
    const after = RELOADED.map(endpoint => server.requestCount(endpoint))
    expect(after.map((count, place) => count > (before[place] ?? 0))).toEqual(RELOADED.map(() => true))
  })

  test('keeps the dialog open with the reason when an upcoming ride prevents it', async () => {
    const deleting = await openDeleteDialog()
    const detail = forms.openRidesText(1)
    server.fail(deleteRider, refusalFault('rider_has_rides', detail), 1)
    await waitForTask(deleting.confirm())
    expect([await shownToasts(), deleting.$refusal.get(), deleting.$row.get()?.name]).toEqual([[], detail, asha.name])
  })
})
