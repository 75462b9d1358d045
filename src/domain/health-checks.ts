/** What can be wrong with an installation, the most urgent first. */
export const HEALTH_CHECKS = [
  'misconfigured',
  'database_unreachable',
  'pictures_unreachable',
  'invariants_broken',
  'cron_late',
  'orders_failing',
  'payments_unsettled',
  'refunds_in_review',
  'disputes_near_deadline',
  'disputes_unanswered',
  'cron_stuck',
  'cron_failures',
  'messages_late',
  'pictures_missing'
] as const
export type HealthCheck = (typeof HEALTH_CHECKS)[number]

/** A failed check with the number of rows or jobs that fail it; 1 if there is nothing to count. */
export interface FailedCheck {
  name: HealthCheck
  count: number
}

/** The states of an alert, the best first. */
export const ALERT_STATUSES = ['ok', 'attention', 'broken'] as const
export type AlertStatus = (typeof ALERT_STATUSES)[number]

/** Whether a service that tells the operator is set up. 'unusable': its variable is set, but its address is ignored. */
export const OPERATOR_SERVICE_STATES = ['off', 'on', 'unusable'] as const
export type OperatorServiceState = (typeof OPERATOR_SERVICE_STATES)[number]

/** These cannot wait until morning (docs/operating.md). */
const URGENT_CHECKS: readonly HealthCheck[] = [
  'misconfigured',
  'database_unreachable',
  'pictures_unreachable',
  'invariants_broken',
  'cron_late',
  'orders_failing'
]

/** These can end by themselves within a minute, so the next run must find them too. */
const BRIEF_CHECKS: readonly HealthCheck[] = ['database_unreachable', 'pictures_unreachable', 'orders_failing']

export const isUrgent = (check: HealthCheck) => URGENT_CHECKS.includes(check)

/** Returns 'broken' if a failed check is urgent. */
export function alertStatusOf(checks: readonly FailedCheck[]): AlertStatus {
  if (checks.some(({ name }) => isUrgent(name))) return 'broken'
  return checks.length > 0 ? 'attention' : 'ok'
}

/** Whether a single run of the cron is enough to tell the operator. */
export function countsAtOnce(checks: readonly FailedCheck[]): boolean {
  return checks.some(({ name }) => isUrgent(name) && !BRIEF_CHECKS.includes(name))
}
