import type { Health } from '#contract/monitoring/health.ts'
import {
  FAILING_ORDERS,
  type FailedCheck,
  HEALTH_CHECKS,
  type HealthCheck,
  MESSAGES_LATE_MINUTES
} from '#domain/monitoring/health-checks.ts'
import { addMinutes } from '#domain/time/india-time.ts'

type CheckedHealth = Omit<Health, 'checks' | 'status' | 'version'>

/** Returns the checks that failed, the most urgent first. A part that was not checked fails nothing. */
export function failedChecks(health: CheckedHealth, now: Date): FailedCheck[] {
  const { cron, database, invariants, payments, pictures, pictures_missing } = health
  const counts: Record<HealthCheck, number | undefined> = {
    misconfigured: 0,
    database_unreachable: Number(database === 'unreachable'),
    pictures_unreachable: Number(pictures === 'unreachable'),
    invariants_broken: invariants?.broken,
    cron_late: Number(cron?.is_late ?? false),
    orders_failing: failingOrders(health),
    payments_unsettled: payments?.unsettled_late,
    refunds_in_review: payments?.refunds_in_review,
    disputes_near_deadline: payments?.disputes_near_deadline,
    disputes_unanswered: payments?.disputes_unanswered,
    cron_stuck: cron?.stuck,
    cron_failures: cron?.failures,
    messages_late: lateMessages(health, now),
    pictures_missing: pictures_missing ?? 0
  }
  return HEALTH_CHECKS.map(name => ({ count: counts[name] ?? 0, name })).filter(({ count }) => count > 0)
}

function failingOrders({ payments }: CheckedHealth): number {
  const failed = payments?.orders_failed ?? 0
  return failed === FAILING_ORDERS ? failed : 0
}

function lateMessages({ messages }: CheckedHealth, now: Date): number {
  const lateSince = addMinutes(now, -MESSAGES_LATE_MINUTES).toISOString()
  return messages?.oldest != null && messages.oldest < lateSince ? messages.due : 0
}
