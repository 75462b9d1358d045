// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { getRevenue } from '#contract/payments/revenue.ts'
import { openTab } from '#tests/stores/admin/page.ts'
import { mountStores, server, setUpBrowserTab, useExternalBackend, waitForTask } from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

async function openOverview(options = {}) {
  const { lists } = await openTab('overview', options)
  const { $revenueChart } = await import('#stores/admin/overview/overview.ts')
  mountStores($revenueChart)
  return { $revenueChart, lists }
}

describe('the revenue on the overview', () => {
  test('has the sums, the net of each day, and each bar in percent of the best day', async () => {
    const { $revenueChart } = await openOverview()
    expect($revenueChart.get()).toEqual({
      days: [
        { day: '2026-06-14', net: 3860, received: 4000, refunded: 140, percentOfBest: 100 },
        { day: '2026-06-15', net: 1000, received: 1000, refunded: 0, percentOfBest: 25 }
      ],
      today: 1000,
      total: 5000
    })
  })

  test('has no bars without payments', async () => {
    const { $revenueChart, lists } = await openOverview()
    server.answer(getRevenue, [{ day: '2026-06-15', received: 0, refunded: 0 }])
    await waitForTask(lists.loadScreen('overview'))
    expect($revenueChart.get()).toMatchObject({ days: [{ percentOfBest: 0 }], today: 0, total: 0 })
  })

  test('is loaded again after a booking changed, if it was shown', async () => {
    const { lists } = await openOverview()
    await waitForTask(lists.reloadAfterBooking())
    await waitForTask(lists.reloadAfterRider())
    expect(server.requestCount(getRevenue)).toBe(2)
  })

  test('is not requested from an external backend', async () => {
    useExternalBackend()
    await openOverview({ pages: false })
    expect(server.requestCount(getRevenue)).toBe(0)
  })
})
