// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exportBookings, listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { FILE_HEAD } from '#contract/bookings/csv.ts'
import { PAGE_ROWS } from '#domain/constants.ts'
import { bookings as text } from '#messages/portal.ts'
import { catchDownloads, contentOf } from '#tests/helpers/data/downloads.ts'
import { callAnotherBackend, clearTheScene, said, server, setTheScene, settled } from '../wire/scene.ts'
import { booking, openTab } from './portal.ts'

let saved: ReturnType<typeof catchDownloads>

beforeEach(async () => {
  await setTheScene()
  saved = catchDownloads()
})
afterEach(clearTheScene)

const CSV = { 'content-type': 'text/csv; charset=utf-8' }
const LINE = '9,Asha Rao,asha@example.in,Ather,Palm Grove,2026-06-15 17:00,2026-06-15 18:00,Completed,hourly,,140,\r\n'

async function openBookings(options = {}) {
  const { lists } = await openTab('bookings', options)
  return { ...(await import('#stores/admin/bookings/export.ts')), bookings: lists.bookings }
}

describe('the export', () => {
  test('is the file of our own backend, of all that is searched and filtered for, whatever the page', async () => {
    const { bookings, exportCsv } = await openBookings()
    server.answer(exportBookings, FILE_HEAD + LINE, CSV)
    bookings.filter('status', 'Completed')
    bookings.sortBy('-start_time')
    bookings.turnTo(2)
    await settled(exportCsv())
    expect(server.sentTo(exportBookings).map(({ query }) => query)).toEqual([
      { sort: '-start_time', status: 'Completed' }
    ])
    expect(saved.map(({ name }) => name)).toEqual(['bookings-2026-06-15.csv'])
    expect(saved[0] && (await contentOf(saved[0]))).toBe(FILE_HEAD + LINE)
  })

  test('is written here for a backend that has no such call, of all pages', async () => {
    callAnotherBackend()
    const { bookings, exportCsv } = await openBookings({ pages: false })
    const many = Array.from({ length: PAGE_ROWS + 1 }, () => booking)
    server.answer(listAllBookings, [...many, { ...booking, payment_status: 'Pending' }])
    await settled(bookings.load())
    bookings.filter('status', 'Completed')
    await settled(exportCsv())
    expect(saved[0] && (await contentOf(saved[0]))).toBe(FILE_HEAD + LINE.repeat(PAGE_ROWS + 1))
    expect(server.askedFor(exportBookings)).toBe(0)
  })

  test.each([
    ["the server's words", { body: { detail: 'Too much' }, kind: 'answers', status: 400 }, 'Too much'],
    ['none', { kind: 'plain' }, text.exportFailed],
    ['a page in its place', { body: '<html>Sign in to the Wi-Fi</html>', kind: 'answers' }, text.exportFailed]
  ] as const)('that meets %s says so, and nothing is saved', async (_, fault, sentence) => {
    const { $exporting, exportCsv } = await openBookings()
    server.fail(exportBookings, fault)
    await settled(exportCsv())
    expect([await said(), saved, $exporting.get()]).toEqual([[sentence], [], false])
  })

  test('is made once however often it is pressed', async () => {
    const { exportCsv } = await openBookings()
    server.answer(exportBookings, FILE_HEAD, CSV)
    await settled(Promise.all([exportCsv(), exportCsv()]))
    expect(saved).toHaveLength(1)
  })
})
