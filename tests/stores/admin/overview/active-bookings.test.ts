// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import { booking, openTab } from '#tests/stores/admin/page.ts'
import { server, setUpBrowserTab, useExternalBackend, waitForTask } from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

async function openActiveBookings({ pages }: { pages: boolean }) {
  const { lists } = await openTab('overview', { pages })
  const { openList } = await import('#stores/admin/dashboard.ts')
  const { ACTIVE_BOOKINGS } = await import('#stores/admin/bookings/booking-queries.ts')
  openList('bookings', ACTIVE_BOOKINGS)
  await waitForTask(null)
  return lists.bookings
}

describe("the overview's count of bookings", () => {
  test('opens the paid bookings that have not ended, with a filter that can be removed', async () => {
    const bookings = await openActiveBookings({ pages: true })
    expect(server.requestsTo(listAllBookings).at(-1)?.query).toMatchObject({ has_ended: 'false', status: 'Completed' })
    expect(bookings.$query.get().scope?.label).toBe(dashboardText.notEnded)
    bookings.removeScope()
    await waitForTask(null)
    expect(bookings.$query.get().scope).toBeUndefined()
    expect(server.requestsTo(listAllBookings).at(-1)?.query).not.toHaveProperty('has_ended')
  })

  test('opens the same bookings on an external backend, which has no filters', async () => {
    useExternalBackend()
    const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
    const ride = (id: string, from: number, to: number) => ({ ...booking, end_time: at(to), id, start_time: at(from) })
    const bookings = await openActiveBookings({ pages: false })
    server.answer(listAllBookings, [
      ride('over', -2, -1),
      ride('since yesterday', -25, 1),
      { ...ride('unpaid', 2, 3), payment_status: 'Pending' },
      ride('ahead', 2, 3)
    ])
    await waitForTask(bookings.load())
    const page = bookings.$listPage.get()
    expect(typeof page === 'string' ? page : page.rows.map(({ id }) => id)).toEqual(['since yesterday', 'ahead'])
  })
})
