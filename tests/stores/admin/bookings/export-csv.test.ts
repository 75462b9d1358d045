// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { csvHead, exportBookings } from '#contract/bookings/bookings-csv.ts'
import { PAGE_SIZE, SEARCH_DEBOUNCE_MS } from '#domain/constants.ts'
import { captureDownloads, contentOf } from '#tests/helpers/data/downloads.ts'
import { booking, openTab } from '#tests/stores/admin/page.ts'
import { advanceTime, server, setUpBrowserTab, useExternalBackend, waitForTask } from '#tests/stores/browser-tab.ts'

let saved: ReturnType<typeof captureDownloads>

setUpBrowserTab()
beforeEach(async () => {
  saved = captureDownloads()
})

const CSV = { 'content-type': 'text/csv; charset=utf-8' }
const LINE = '9,Asha Rao,asha@example.in,Ather,Palm Grove,2026-06-15 17:00,2026-06-15 18:00,Completed,hourly,,140,\r\n'

async function openBookings(options = {}) {
  const { lists } = await openTab('bookings', options)
  return { ...(await import('#stores/admin/bookings/booking-actions.ts')), bookings: lists.bookings }
}

describe('a search with an external backend that ignores it', () => {
  test.each([
    ['words of any field, in any order', 'grove ASHA', 2],
    ['the reference', '4f2A91bc', 1],
    ['words of different bookings', 'ravi asha', 0]
  ])('is done in the browser and finds %s', async (_, q, count) => {
    useExternalBackend()
    const { bookings } = await openBookings({ pages: false })
    server.answer(listAllBookings, [
      booking,
      { ...booking, id: '0000-4f2a91bc' },
      { ...booking, user_email: 'r@example.in', user_name: 'Ravi Nair' }
    ])
    await waitForTask(bookings.load())
    bookings.setSearch(q)
    await advanceTime(SEARCH_DEBOUNCE_MS)
    expect(bookings.$matchingRows.get()).toHaveLength(count)
  })
})

describe('the export', () => {
  test('downloads the file of the embedded backend with the search and filters, ignoring the page', async () => {
    const { bookings, exportCsv } = await openBookings()
    server.answer(exportBookings, csvHead() + LINE, CSV)
    bookings.setFilter('status', 'Completed')
    bookings.sortBy('-start_time')
    bookings.goToPage(2)
    await waitForTask(exportCsv())
    expect(server.requestsTo(exportBookings).map(({ query }) => query)).toEqual([
      { sort: '-start_time', status: 'Completed' }
    ])
    expect(saved.map(({ name }) => name)).toEqual(['bookings-2026-06-15.csv'])
    expect(saved[0] && (await contentOf(saved[0]))).toBe(csvHead() + LINE)
  })

  test('is created in the browser from all pages with an external backend', async () => {
    useExternalBackend()
    const { bookings, exportCsv } = await openBookings({ pages: false })
    const many = Array.from({ length: PAGE_SIZE + 1 }, () => booking)
    server.answer(listAllBookings, [...many, { ...booking, payment_status: 'Pending' }])
    await waitForTask(bookings.load())
    bookings.setFilter('status', 'Completed')
    await waitForTask(exportCsv())
    expect(saved[0] && (await contentOf(saved[0]))).toBe(csvHead() + LINE.repeat(PAGE_SIZE + 1))
    expect(server.requestCount(exportBookings)).toBe(0)
  })
})
