import { BRAND_NAME } from '#domain/brand/brand.ts'
import { type AlertStatus, HEALTH_CHECKS, type HealthCheck } from '#domain/monitoring/health-checks.ts'
import { problemText } from './admin/status.ts'

// What an alert says to an operator in a chat.

const STATUSES: Record<AlertStatus, string> = {
  attention: 'needs attention',
  broken: 'is broken',
  ok: 'is working again'
}

interface CountedCheck {
  count: number
  name: string
}

const isKnown = (name: string): name is HealthCheck => (HEALTH_CHECKS as readonly string[]).includes(name)

/** The sentence of the portal's Status. The name itself if this version does not know the check. */
function checkText({ count, name }: CountedCheck): string {
  return isKnown(name) ? problemText(name, count) : `${name}: ${count}`
}

/** `site`: its origin; empty if it is not known. */
export function alertText(status: AlertStatus, checks: readonly CountedCheck[], site: string): string {
  const name = site === '' ? BRAND_NAME : `${BRAND_NAME} (${site})`
  return [`${name} ${STATUSES[status]}.`, ...checks.map(check => `• ${checkText(check)}`)].join('\n')
}
