// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { getSystemStatus, type SystemStatus } from '#contract/monitoring/health.ts'
import { HEALTH_CHECKS, HEALTH_COUNT_MAX, type HealthCheck } from '#domain/monitoring/health-checks.ts'
import { parseInstant, timeText } from '#domain/time/india-time.ts'
import * as systemStatusText from '#messages/admin/system-status.ts'
import { openTab, systemStatus } from '#tests/stores/admin/page.ts'
import {
  mountStores,
  server,
  setUpBrowserTab,
  shownToasts,
  useExternalBackend,
  waitForTask
} from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

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

  test.each(HEALTH_CHECKS)('says what is wrong and what to do for %s', async check => {
    const { report } = await openStatus(failing([check, 3]))
    const { headline, problems } = report()
    expect([headline, problems.map(problem => problem.check)]).toEqual(['1 issue needs attention', [check]])
    for (const sentence of [problems[0]?.sentence, problems[0]?.toDo, systemStatusText.problemText(check, 1)])
      expect(sentence).toMatch(/^[A-Z13].*\.$/)
  })

  test('does not list a part among what works if one of its checks failed', async () => {
    const { report } = await openStatus(failing(...HEALTH_CHECKS.map(check => [check, 2] as [HealthCheck, number])))
    expect(report()).toMatchObject({ headline: `${HEALTH_CHECKS.length} issues need attention`, works: [] })
  })

  test('says which problems are urgent, and that a count has stopped', async () => {
    const { report } = await openStatus(failing(['cron_late', 1], ['refunds_in_review', HEALTH_COUNT_MAX]))
    const { headlineText, problems } = report()
    expect(problems.map(({ isUrgent }) => isUrgent)).toEqual([true, false])
    expect([headlineText, problems[1]?.sentence]).toEqual([
      '1 of them is urgent.',
      `${HEALTH_COUNT_MAX}+ refunds need a decision by an admin.`
    ])
  })

  test('says that a job has not run yet, and what waits', async () => {
    const { report } = await openStatus({
      ...systemStatus,
      health: {
        ...systemStatus.health,
        cron: { failures: 0, is_late: false, last_run: null, stuck: 0 },
        invariants: null,
        messages: { due: 1, oldest: null, provider: 'kept' },
        payments: {
          compensations_owed: 0,
          disputes_near_deadline: 0,
          disputes_open: 1,
          disputes_unanswered: 0,
          orders_failed: 1,
          refunds_due: HEALTH_COUNT_MAX,
          refunds_in_review: 0,
          unsettled: 1,
          unsettled_late: 0
        }
      }
    })
    expect(report().works).toEqual([
      { isOn: false, sentence: systemStatusText.jobsHaveNotRun },
      { isOn: true, sentence: systemStatusText.databaseReachable },
      { isOn: true, sentence: systemStatusText.imageStorageReachable },
      {
        isOn: true,
        sentence: `1 payment is being confirmed. ${HEALTH_COUNT_MAX}+ refunds are in progress.`
      },
      { isOn: true, sentence: '1 dispute is open and with the bank. No answer is needed.' },
      { isOn: true, sentence: '1 message is queued.' },
      { isOn: false, sentence: systemStatusText.noDailyCheck }
    ])
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

  test('is not requested from an external backend', async () => {
    useExternalBackend()
    await openTab('status', { pages: false })
    expect(server.requestCount(getSystemStatus)).toBe(0)
  })
})
