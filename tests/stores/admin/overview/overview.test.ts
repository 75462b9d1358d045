// @vitest-environment jsdom

import { describe, expect, test, vi } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { getSystemStatus, type SystemStatus } from '#contract/monitoring/health.ts'
import { getRevenue, getStats } from '#contract/overview/stats.ts'
import { listRefunds } from '#contract/payments/refunds.ts'
import { HEALTH_CHECKS, type HealthCheck } from '#domain/monitoring.ts'
import { parseInstant, timeText } from '#domain/time/india-time.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/time-units.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as systemStatusText from '#messages/admin/system-status.ts'
import * as commonText from '#messages/common.ts'
import { booking, openTab, systemStatus } from '#tests/stores/admin/page.ts'
import {
  advanceTime,
  mountStores,
  server,
  setUpBrowserTab,
  shownToasts,
  useExternalBackend,
  waitForTask
} from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

async function openActiveBookings({ pages }: { pages: boolean }) {
  const { lists } = await openTab('overview', { pages })
  const { openList } = await import('#stores/admin/dashboard.ts')
  const { ACTIVE_BOOKINGS } = await import('#stores/admin/bookings/booking-queries.ts')
  openList('bookings', ACTIVE_BOOKINGS)
  await waitForTask(null)
  return lists.bookings
}

test('our own backend, which counts at the tabs what waits, is asked for the counts each minute', async () => {
  await openTab('overview')
  const before = server.requestCount(getStats)
  await advanceTime(MINUTE_MS)
  expect(server.requestCount(getStats)).toBe(before + 1)
})

test('an external backend is asked for none of what it does not have, and not each minute', async () => {
  useExternalBackend()
  const { $screen } = await openTab('payments', { pages: false })
  const before = server.requestCount(getStats)
  await advanceTime(MINUTE_MS)
  expect(server.requestCount(getStats)).toBe(before)
  const embeddedOnly = [getRevenue, getSystemStatus, listRefunds]
  expect([$screen.get(), ...embeddedOnly.map(endpoint => server.requestCount(endpoint))]).toEqual(['bookings', 0, 0, 0])
})

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

async function openOverview() {
  const { lists } = await openTab('overview')
  const { $revenueChart } = await import('#stores/admin/overview/overview.ts')
  mountStores($revenueChart)
  return { $revenueChart, lists }
}

describe('the revenue on the overview', () => {
  test('has the sums, the net of each day, and each bar in percent of the best day', async () => {
    const { $revenueChart } = await openOverview()
    expect($revenueChart.get()).toEqual({
      days: [
        { amount: 4000, day: '2026-06-14', label: 'Sun', percentOfBest: 100 },
        { amount: 1000, day: '2026-06-15', label: commonText.today, percentOfBest: 25 }
      ],
      rows: [
        { cells: ['₹1,000', '₹0', '₹1,000'], key: '2026-06-15', name: 'Mon 15' },
        { cells: ['₹4,000', '₹140', '₹3,860'], key: '2026-06-14', name: 'Sun 14' }
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
})

async function openStatus(status: SystemStatus = systemStatus) {
  const dashboard = await openTab('overview')
  server.answer(getSystemStatus, status)
  dashboard.openScreen('status')
  const { $statusReport, refreshStatus } = await import('#stores/admin/overview/status.ts')
  mountStores($statusReport)
  await waitForTask(null)
  const report = () => {
    const current = $statusReport.get()
    if (typeof current === 'string') throw new Error(`The status is ${current}.`)
    return current
  }
  return { ...dashboard, $statusReport, refreshStatus, report }
}

const at = (iso: string) => timeText(parseInstant(iso))

const failing = (...checks: [name: HealthCheck, count: number][]): SystemStatus => ({
  ...systemStatus,
  health: { ...systemStatus.health, checks: checks.map(([name, count]) => ({ count, name })), status: 'attention' }
})

describe('the status of the installation', () => {
  test('says what works and what is set up', async () => {
    const checked_at = '2026-06-14T22:00:30.000Z'
    const health = { ...systemStatus.health, invariants: { broken: 0, checked_at } }
    const { report } = await openStatus({ ...systemStatus, health })
    expect(report()).toEqual({
      checkedAt: systemStatusText.checkedAt(at(systemStatus.checked_at)),
      headline: 'Everything works',
      headlineText: systemStatusText.headlineText(0, 0, true),
      isForRiders: true,
      problems: [],
      setup: [
        { isOn: true, sentence: systemStatusText.paymentsSetup.live },
        { isOn: true, sentence: systemStatusText.mailSetup.resend },
        { isOn: true, sentence: systemStatusText.pushIsOn },
        { isOn: true, sentence: systemStatusText.alertsSetup.on },
        { isOn: false, sentence: systemStatusText.heartbeatSetup.off }
      ],
      version: 'Version 1.0.0',
      works: [
        'The background jobs last ran 1 min ago.',
        'The database is reachable.',
        'The image storage is reachable, and no image is missing.',
        'No payments are being confirmed. No refunds are in progress.',
        'No messages are queued.',
        systemStatusText.dailyCheckPassed(at(checked_at))
      ].map(sentence => ({ isOn: true, sentence }))
    })
  })

  test.each([{ payments: 'sandbox' }, { payments: 'test' }, { mail: 'kept' }] as const)(
    'does not say that everything works with %j',
    async setup => {
      const { report } = await openStatus({ ...systemStatus, setup: { ...systemStatus.setup, ...setup } })
      expect(report().headline).toBe('Not set up for riders yet')
    }
  )

  test('does not list a part among what works if one of its checks failed', async () => {
    const { report } = await openStatus(failing(...HEALTH_CHECKS.map(check => [check, 2] as [HealthCheck, number])))
    expect(report()).toMatchObject({ headline: `${HEALTH_CHECKS.length} issues need attention`, works: [] })
  })

  test('opens the screen that solves a problem', async () => {
    const { $screen, lists, report } = await openStatus(
      failing(['payments_unsettled', 1], ['refunds_in_review', 1], ['cron_stuck', 1])
    )
    vi.spyOn(history, 'pushState').mockReturnValue(undefined)
    const [unsettled, review, stuck] = report().problems
    expect([unsettled, review, stuck].map(problem => problem?.remedy?.label)).toEqual([
      systemStatusText.openPending,
      systemStatusText.openPayments,
      undefined
    ])
    review?.remedy?.open()
    expect($screen.get()).toBe('payments')
    unsettled?.remedy?.open()
    expect([$screen.get(), lists.bookings.$query.get().filters]).toEqual(['bookings', { status: 'Pending' }])
    await waitForTask(null)
  })

  test('stays on the screen while it is refreshed, and after a refresh that failed', async () => {
    const { $statusReport, lists, refreshStatus, report } = await openStatus()
    const { $isRefreshing } = lists.systemStatus
    server.fail(getSystemStatus, { kind: 'offline' })
    refreshStatus()
    expect($isRefreshing.get()).toBe(true)
    await vi.waitFor(() => expect($isRefreshing.get()).toBe(false))
    expect(report().headline).toBe('Everything works')
    expect((await shownToasts()).length).toBeGreaterThan(0)
    server.clearFaults()
    server.answer(getSystemStatus, failing(['cron_late', 1]))
    refreshStatus()
    await waitForTask(null)
    expect($statusReport.get()).toMatchObject({ headline: '1 issue needs attention' })
  })
})
