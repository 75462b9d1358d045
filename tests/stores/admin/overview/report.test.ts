// @vitest-environment jsdom

import { expect, test, vi } from 'vitest'
import { getReport, type Report } from '#contract/overview/report.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as reportsText from '#messages/admin/reports.ts'
import { openTab } from '#tests/stores/admin/page.ts'
import { mountStores, server, setUpBrowserTab, waitForTask } from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

const sums = { minutes: 90, paid: 1200.5, refunded: 200.25, rides: 1 }
const none = { minutes: 0, paid: 0, refunded: 0, rides: 0 }
const report: Report = {
  days: [
    { day: '2026-06-01', ...none },
    { day: '2026-06-02', ...sums }
  ],
  plans: [
    { name: '', ...none },
    { name: 'Half, Day', ...sums }
  ],
  scooters: [
    { available_minutes: 300, id: 's1', name: 'Blue 1', ...sums },
    { available_minutes: 0, id: 's2', name: 'Gone', ...none }
  ],
  totals: sums
}

async function openReport(shown = report) {
  await openTab('overview')
  server.answer(getReport, shown)
  const store = await import('#stores/admin/overview/report.ts')
  mountStores(store.$report, store.$shownTable)
  await waitForTask(store.report.load())
  const view = store.$report.get()
  if (typeof view === 'string') throw new Error(view)
  return { ...store, view }
}

test('a report has its figures beside those of the month before, and what each scooter was used', async () => {
  const { view } = await openReport()
  expect(server.requestsTo(getReport).map(({ query }) => query)).toEqual([{ month: '2026-06' }, { month: '2026-05' }])
  expect(view.figures.map(({ before, label, value }) => [label, value, before])).toEqual([
    [reportsText.figures.rides, '1', 'May: 1'],
    [reportsText.figures.hours, '2', 'May: 2'],
    [reportsText.figures.paid, '₹1,200.50', 'May: ₹1,200.50'],
    [reportsText.figures.given_back, '₹200.25', 'May: ₹200.25'],
    [reportsText.figures.kept, '₹1,000.25', 'May: ₹1,000.25']
  ])
  expect(view.days.map(({ label, percentOfBest }) => [label, percentOfBest])).toEqual([
    ['1', 0],
    ['', 100]
  ])
  const used = view.tables.scooters.headings.indexOf(reportsText.figures.used)
  expect(view.tables.scooters.rows.map(({ cells, name }) => [name, cells[used]?.text])).toEqual([
    ['Blue 1', '30 %'],
    ['Gone', listsText.noValue]
  ])
  expect(view.tables.plans.rows.map(({ name }) => name)).toEqual([reportsText.withoutPlan, 'Half, Day'])
})

test('the shown table is downloaded with plain numbers', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    saved.push(blob as Blob)
    return 'blob:x'
  })
  const { downloadTable, showTable, view } = await openReport()
  downloadTable(view)
  showTable('plans')
  downloadTable(view)
  const [scooters, plans] = await Promise.all(saved.map(async blob => (await blob.text()).split('\r\n').slice(1)))
  expect(scooters).toEqual(['Blue 1,1,1.5,30,1200.5,200.25,1000.25', 'Gone,0,0,,0,0,0', ''])
  expect(plans).toEqual([`${reportsText.withoutPlan},0,0,0,0,0`, '"Half, Day",1,1.5,1200.5,200.25,1000.25', ''])
})

test('another month and property are asked for, and a month without rides is empty', async () => {
  const { $report, report: list } = await openReport()
  server.answer(getReport, { ...report, totals: none })
  list.setFilter('month', '2026-01')
  list.setFilter('property_id', '7')
  await waitForTask(null)
  expect(server.requestsTo(getReport).slice(-2)).toMatchObject([
    { query: { month: '2026-01', property_id: '7' } },
    { query: { month: '2025-12', property_id: '7' } }
  ])
  expect($report.get()).toMatchObject({ isEmpty: true, month: '2026-01' })
})
