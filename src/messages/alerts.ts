import { BRAND_NAME } from '#domain/brand/brand.ts'
import type { AlertStatus, HealthCheck } from '#domain/health-checks.ts'
import { UNSETTLED_LATE_MINUTES } from '#domain/health-checks.ts'
import { minutesText } from './my-bookings/free-cancel.ts'

// What an alert says to an operator in a chat.

const STATUSES: Record<AlertStatus, string> = {
  attention: 'needs attention',
  broken: 'is broken',
  ok: 'works again'
}

const CHECKS: Record<HealthCheck, string> = {
  cron_failures: 'Failed jobs of the last cron run',
  cron_late: 'The cron is late',
  cron_stuck: 'Items that have failed for days',
  database_unreachable: 'The database does not answer',
  disputes_near_deadline: 'Disputes near their deadline',
  disputes_unanswered: 'Disputes without an answer',
  invariants_broken: 'Broken rules of slots or money',
  messages_late: 'Messages that are not sent',
  misconfigured: 'A variable or a binding is missing or unsafe',
  orders_failing: 'Orders in a row that the payment provider did not create',
  payments_unsettled: `Payments without a result for ${minutesText(UNSETTLED_LATE_MINUTES)}`,
  pictures_missing: 'Missing pictures',
  pictures_unreachable: 'The picture storage does not answer',
  refunds_in_review: 'Refunds that wait for an admin'
}

interface CountedCheck {
  count: number
  name: string
}

/** The name itself if this version does not know the check. */
function checkText(name: string): string {
  const texts: Readonly<Record<string, string>> = CHECKS
  return texts[name] ?? name
}

/** `site`: its origin; empty if it is not known. */
export function alertText(status: AlertStatus, checks: readonly CountedCheck[], site: string): string {
  const name = site === '' ? BRAND_NAME : `${BRAND_NAME} (${site})`
  return [`${name} ${STATUSES[status]}.`, ...checks.map(check => `• ${checkText(check.name)}: ${check.count}`)].join(
    '\n'
  )
}
