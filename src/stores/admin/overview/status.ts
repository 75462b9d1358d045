import { call } from '#client/http/api.ts'
import { getSystemStatus, type SystemStatus } from '#contract/monitoring/health.ts'
import { type HealthCheck, isUrgent } from '#domain/monitoring.ts'
import { parseInstant, timeText } from '#domain/time/india-time.ts'
import { durationText, timeOrDateText } from '#domain/time/time-texts.ts'
import * as systemStatusText from '#messages/admin/system-status.ts'
import { openList, openScreen } from '#stores/admin/dashboard.ts'
import { toastOnFailure } from '#stores/admin/dashboard-lists.ts'
import { createListStore, onlyRow, shownRow } from '#stores/admin/list/create-list.ts'

// The status as sentences.

/** One row. */
export const systemStatus = createListStore({
  name: 'systemStatus',
  fetchPage: async () => onlyRow(await call(getSystemStatus))
})

type Remedy = Readonly<{ label: string; open: () => void }>

const BOOKINGS: Remedy = { label: systemStatusText.openBookings, open: () => openScreen('bookings') }
const PAPERS: Remedy = { label: systemStatusText.openPapers, open: () => openScreen('papers') }
const PAYMENTS: Remedy = { label: systemStatusText.openPayments, open: () => openScreen('payments') }
const PENDING: Remedy = {
  label: systemStatusText.openPending,
  open: () => openList('bookings', { filters: { status: 'Pending' } })
}

/** The screen of the portal that helps. The other problems are solved outside the portal. */
const REMEDIES: { readonly [Check in HealthCheck]?: Remedy } = {
  invariants_broken: BOOKINGS,
  payments_unsettled: PENDING,
  refunds_in_review: PAYMENTS,
  compensations_owed: PAYMENTS,
  disputes_near_deadline: PAYMENTS,
  disputes_unanswered: PAYMENTS,
  papers_expiring: PAPERS
}

export interface StatusFact {
  /** False: it is not set up, or nothing shows yet that it works. */
  isOn: boolean
  sentence: string
}

const worksNow = (sentence: string): StatusFact => ({ isOn: true, sentence })
const notYet = (sentence: string): StatusFact => ({ isOn: false, sentence })

/** Each fact with the checks that it depends on. A fact of a part that was not checked is null. */
function factsOf({ checked_at, health }: SystemStatus): [fact: StatusFact | null, ...checks: HealthCheck[]][] {
  const { cron, invariants, messages, payments } = health
  const now = parseInstant(checked_at)
  const sinceRun = cron?.last_run && durationText(now.getTime() - parseInstant(cron.last_run).getTime())
  const disputes = payments?.disputes_open ?? 0
  return [
    [
      cron && (sinceRun ? worksNow(systemStatusText.jobsRan(sinceRun)) : notYet(systemStatusText.jobsHaveNotRun)),
      'cron_late',
      'cron_failures'
    ],
    [health.database && worksNow(systemStatusText.databaseReachable), 'database_unreachable'],
    [health.pictures && worksNow(systemStatusText.imageStorageReachable), 'pictures_unreachable', 'pictures_missing'],
    [
      payments && worksNow(systemStatusText.paymentsInProgress(payments.unsettled, payments.refunds_due)),
      'orders_failing',
      'payments_unsettled'
    ],
    [disputes > 0 ? worksNow(systemStatusText.disputesWithBank(disputes)) : null, 'disputes_unanswered'],
    [messages && worksNow(systemStatusText.messagesQueued(messages.due)), 'messages_late'],
    [
      health.database &&
        (invariants
          ? worksNow(systemStatusText.dailyCheckPassed(timeOrDateText(parseInstant(invariants.checked_at), now)))
          : notYet(systemStatusText.noDailyCheck)),
      'invariants_broken'
    ]
  ]
}

function setupOf({ setup }: SystemStatus): StatusFact[] {
  const { alerts, heartbeat, mail, payments, sends_push } = setup
  return [
    { isOn: payments === 'live', sentence: systemStatusText.paymentsSetup[payments] },
    { isOn: mail !== 'kept', sentence: systemStatusText.mailSetup[mail] },
    { isOn: sends_push, sentence: sends_push ? systemStatusText.pushIsOn : systemStatusText.pushIsOff },
    { isOn: alerts === 'on', sentence: systemStatusText.alertsSetup[alerts] },
    { isOn: heartbeat === 'on', sentence: systemStatusText.heartbeatSetup[heartbeat] }
  ]
}

function toReport(status: SystemStatus) {
  const problems = status.health.checks.map(({ count, name }) => ({
    check: name,
    isUrgent: isUrgent(name),
    remedy: REMEDIES[name] ?? null,
    sentence: systemStatusText.problemText(name, count),
    toDo: systemStatusText.problemToDo(name)
  }))
  const failed = problems.map(({ check }) => check)
  const works = factsOf(status).flatMap(([fact, ...checks]) =>
    fact === null || checks.some(check => failed.includes(check)) ? [] : [fact]
  )
  const isForRiders = status.setup.payments === 'live' && status.setup.mail !== 'kept'
  const urgentCount = problems.filter(problem => problem.isUrgent).length
  return {
    checkedAt: systemStatusText.checkedAt(timeText(parseInstant(status.checked_at))),
    headline: systemStatusText.headline(problems.length, isForRiders),
    headlineText: systemStatusText.headlineText(problems.length, urgentCount, isForRiders),
    isForRiders,
    problems,
    setup: setupOf(status),
    version: systemStatusText.versionText(status.health.version),
    works
  }
}
export type StatusReportData = ReturnType<typeof toReport>

export const $statusReport = shownRow(systemStatus, toReport)

export function refreshStatus(): void {
  void toastOnFailure([systemStatus.load()])
}
