import { BRAND_NAME } from '#domain/brand/brand.ts'
import { PAPER_URGENT_DAYS } from '#domain/catalogue/scooters.ts'
import {
  type AlertStatus,
  CRON_LATE_MINUTES,
  DATABASE_MAX_GB,
  DISPUTE_WARNING_HOURS,
  HEALTH_CHECKS,
  HEALTH_COUNT_MAX,
  type HealthCheck,
  MESSAGES_LATE_MINUTES,
  type OperatorServiceState,
  OWED_LATE_DAYS,
  PAYOUTS_LATE_HOURS,
  STUCK_AFTER_DAYS,
  UNSETTLED_LATE_MINUTES
} from '#domain/monitoring.ts'
import { hoursText } from '#domain/time/india-time.ts'
import { HOUR_MINUTES } from '#domain/time/time-units.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as commonText from '#messages/common.ts'

// The screen 'Status': the failed checks, each with what to do. docs/operating.md says the same with more detail.

export const loadFailed = 'Failed to load the status'
export const loadFailedText =
  'Check your connection and try again. If it fails again, the health report may say why. It needs no account.'
export const openHealth = 'Open the health report'
export const loading = 'Loading the status...'
export const problemsTitle = 'What needs attention'
export const worksTitle = 'What works'
export const setupTitle = 'What is set up'
export const urgent = 'Urgent'
export const openBookings = 'Open the bookings'
export const openPapers = 'Open the papers'
export const openPayments = 'Open the payments'
export const openPending = 'Open the pending bookings'
export const checkedAt = (moment: string) => `Checked at ${commonText.inIndianTime(moment)}.`

/** `isForRiders`: riders pay with real money and get emails. */
export function headline(problems: number, isForRiders: boolean): string {
  if (problems === 0) return isForRiders ? 'Everything works' : 'Not set up for riders yet'
  return problems === 1 ? '1 issue needs attention' : `${problems} issues need attention`
}

/** What the headline means for the reader. */
export function headlineText(problems: number, urgentOnes: number, isForRiders: boolean): string {
  if (problems === 0) return isForRiders ? 'There is nothing to do.' : "'What is set up' says what is missing."
  if (urgentOnes === 0) return 'Nothing is urgent.'
  return urgentOnes === problems ? 'Act now.' : `${urgentOnes} of them ${urgentOnes === 1 ? 'is' : 'are'} urgent.`
}

/** 'No refunds', '1 refund', '3 refunds', or '1000+ refunds' where the count stops. */
function countWithNoun(count: number, singular: string, plural = `${singular}s`): string {
  if (count === 0) return `No ${plural}`
  if (count === 1) return `1 ${singular}`
  return `${count}${count >= HEALTH_COUNT_MAX ? '+' : ''} ${plural}`
}

const verbFor = (count: number, singular: string, plural: string) => (count === 1 ? singular : plural)
const UNSETTLED_LATE_HOURS = UNSETTLED_LATE_MINUTES / HOUR_MINUTES

const PROBLEMS: Record<HealthCheck, { says: (count: number) => string; toDo: string }> = {
  misconfigured: {
    says: () => 'A setting is missing or unsafe, so nothing works.',
    toDo: 'The log line variable_misconfigured names it. Set a secret with npx wrangler secret put and everything else in .env.production, then deploy.'
  },
  database_unreachable: {
    says: () => 'The database is not reachable.',
    toDo: 'Check cloudflarestatus.com. If only this site fails, check whether somebody deleted the database.'
  },
  pictures_unreachable: {
    says: () => 'The image storage is not reachable.',
    toDo: 'Check cloudflarestatus.com. If only this site fails, check whether somebody deleted the bucket.'
  },
  invariants_broken: {
    says: count =>
      `${countWithNoun(count, 'rule')} of slots or money ${verbFor(count, 'is', 'are')} broken. For example, two rides overlap.`,
    toDo: 'The log lines invariant_violated name the rule. Follow docs/operating.md for that rule. Do not cancel any ride before you have read it.'
  },
  cron_late: {
    says: () => `The background jobs have not run for ${CRON_LATE_MINUTES} minutes, so no refund is sent.`,
    toDo: 'Look for the trigger * * * * * in the settings of the Worker at Cloudflare. If it is missing, deploy again.'
  },
  orders_failing: {
    says: count => `Razorpay did not create the last ${countWithNoun(count, 'order')}, so riders cannot pay.`,
    toDo: 'Check status.razorpay.com. If Razorpay works, the log lines order_creation_failed have the reason, such as wrong keys.'
  },
  payments_unsettled: {
    says: count =>
      `${countWithNoun(count, 'payment')} ${verbFor(count, 'has', 'have')} had no result for ${hoursText(UNSETTLED_LATE_HOURS)}.`,
    toDo: 'Check status.razorpay.com. If Razorpay works, read the log lines order_check_failed.'
  },
  refunds_in_review: {
    says: count => `${countWithNoun(count, 'refund')} ${verbFor(count, 'needs', 'need')} a decision by an admin.`,
    toDo: 'Send each of them again, or mark it as refunded manually.'
  },
  compensations_owed: {
    says: count =>
      `${countWithNoun(count, 'rider')} ${verbFor(count, 'is', 'are')} owed money for ${OWED_LATE_DAYS} days, because you cancelled a ride late.`,
    toDo: 'Pay it at the desk or by UPI, then mark it as paid under Bookings → Payments.'
  },
  disputes_near_deadline: {
    says: count =>
      `${countWithNoun(count, 'dispute')} ${verbFor(count, 'is', 'are')} due within ${DISPUTE_WARNING_HOURS} hours or overdue, or the deadline is not known.`,
    toDo: "Answer today in the provider's dashboard, under Transactions → Disputes."
  },
  disputes_unanswered: {
    says: count => `${countWithNoun(count, 'dispute')} ${verbFor(count, 'needs', 'need')} an answer to the bank.`,
    toDo: "Answer in the provider's dashboard, under Transactions → Disputes. Without an answer, the dispute is lost."
  },
  payouts_unread: {
    says: () => `Payouts could not be read from Razorpay for ${PAYOUTS_LATE_HOURS} hours.`,
    toDo: 'Check the keys. The log lines payouts_failed have the reason.'
  },
  database_filling: {
    says: count => `The database is ${count} GB of ${DATABASE_MAX_GB}.`,
    toDo: `At ${DATABASE_MAX_GB} GB nobody can book or pay. Split the site by property, as docs/sizing.md says.`
  },
  cron_stuck: {
    says: count =>
      `${countWithNoun(count, 'item')} of the background jobs ${verbFor(count, 'has', 'have')} failed for ${STUCK_AFTER_DAYS} days, such as an order, a refund or an upload.`,
    toDo: 'Find the log lines with the fields list and item. For an order or a refund, check its payment in Razorpay.'
  },
  cron_failures: {
    says: count => `${countWithNoun(count, 'background job')} failed in the last run. The others ran.`,
    toDo: 'Read the log lines unexpected_error, database_unavailable and pictures_unavailable.'
  },
  messages_late: {
    says: count =>
      `${countWithNoun(count, 'message')} ${verbFor(count, 'is', 'are')} not sent, the oldest for more than ${MESSAGES_LATE_MINUTES} minutes.`,
    toDo: 'Read the log lines message_failed, and check the status page of the email service.'
  },
  pictures_missing: {
    says: count =>
      `The ${verbFor(count, 'file', 'files')} of ${countWithNoun(count, 'image')} in use ${verbFor(count, 'is', 'are')} missing.`,
    toDo: 'The log lines picture_missing name them. Upload another image, or restore the file from a copy.'
  },
  papers_expiring: {
    says: count =>
      `${countWithNoun(count, 'paper')} of scooters ${verbFor(count, 'ends', 'end')} within ${PAPER_URGENT_DAYS} days or ${verbFor(count, 'has', 'have')} ended.`,
    toDo: 'Renew it, and enter its new last day in the form of the scooter.'
  }
}

export const problemText = (check: HealthCheck, count: number) => PROBLEMS[check].says(count)
export const problemToDo = (check: HealthCheck) => PROBLEMS[check].toDo

// The screen 'Status': what works, and what is set up.

export const databaseReachable = 'The database is reachable.'
export const imageStorageReachable = 'The image storage is reachable, and no image is missing.'
export const jobsHaveNotRun = 'The background jobs have not run yet. They start within a minute of a deployment.'
export const noDailyCheck = 'The daily check of all rides has not run yet.'

export const jobsRan = (duration: string) => `The background jobs last ran ${duration} ago.`
export const dailyCheckPassed = (moment: string) =>
  `The daily check of all rides found no problems. It ran at ${moment}.`

/** Payments that are settling, and refunds that the provider has not processed. */
export function paymentsInProgress(settling: number, refunds: number): string {
  const payments = countWithNoun(settling, 'payment is being confirmed', 'payments are being confirmed')
  return `${payments}. ${countWithNoun(refunds, 'refund is in progress', 'refunds are in progress')}.`
}

export const disputesWithBank = (count: number) =>
  `${countWithNoun(count, 'dispute is', 'disputes are')} open and with the bank. No answer is needed.`
export const messagesQueued = (count: number) => `${countWithNoun(count, 'message is', 'messages are')} queued.`
export const paymentsSetup = {
  live: 'Razorpay is in live mode.',
  sandbox: 'Payments are simulated. No money is charged.',
  test: 'Razorpay is in test mode. No money is charged. Set live keys before real rides.'
} as const

export const mailSetup = {
  cloudflare: 'Emails are sent through Cloudflare Email Service.',
  kept: dashboardText.noMailService,
  resend: 'Emails are sent through Resend.'
} as const

export const pushIsOn = 'Reminders on phones are on.'
export const pushIsOff = 'Reminders on phones are off. They need a pair of keys.'

export const alertsSetup: Record<OperatorServiceState, string> = {
  off: 'Alerts are off. They need a webhook.',
  on: 'Alerts are sent to your webhook.',
  unusable: 'Alerts are off, because the address of the webhook is not a valid URL.'
}

export const heartbeatSetup: Record<OperatorServiceState, string> = {
  off: 'No heartbeat service is set up to notice when the background jobs stop.',
  on: 'Your heartbeat service notices when the background jobs stop.',
  unusable: 'The heartbeat is off, because its address is not a valid URL.'
}

export const setupHint = 'The operator changes this in the settings of the deployment.'
export const versionText = (version: string) => `Version ${version}`

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
const checkText = ({ count, name }: CountedCheck) => (isKnown(name) ? problemText(name, count) : `${name}: ${count}`)

/** `site`: its origin; empty if it is not known. */
export function alertText(status: AlertStatus, checks: readonly CountedCheck[], site: string): string {
  const name = site === '' ? BRAND_NAME : `${BRAND_NAME} (${site})`
  return [`${name} ${STATUSES[status]}.`, ...checks.map(check => `• ${checkText(check)}`)].join('\n')
}
