import type { OperatorServiceState } from '#domain/monitoring/health-checks.ts'
import { noMailService } from './overview.ts'
import { countWithNoun } from './status.ts'

// The screen 'Status': what works, and what is set up.

export const databaseReachable = 'The database is reachable.'
export const imageStorageReachable = 'The image storage is reachable, and no image is missing.'
export const jobsHaveNotRun = 'The background jobs have not run yet. They start within a minute of a deployment.'
export const noDailyCheck = 'The daily check of all rides has not run yet.'

/** 'The background jobs last ran 1 min ago.' */
export function jobsRan(duration: string): string {
  return `The background jobs last ran ${duration} ago.`
}

export function dailyCheckPassed(moment: string): string {
  return `The daily check of all rides found no problems. It ran at ${moment}.`
}

/** Payments that are settling, and refunds that the provider has not processed. */
export function paymentsInProgress(settling: number, refunds: number): string {
  const payments = countWithNoun(settling, 'payment is being confirmed', 'payments are being confirmed')
  return `${payments}. ${countWithNoun(refunds, 'refund is in progress', 'refunds are in progress')}.`
}

export function disputesWithBank(count: number): string {
  return `${countWithNoun(count, 'dispute is', 'disputes are')} open and with the bank. No answer is needed.`
}

export function messagesQueued(count: number): string {
  return `${countWithNoun(count, 'message is', 'messages are')} queued.`
}

export const payments = {
  live: 'Razorpay is in live mode.',
  sandbox: 'Payments are simulated. No money is charged.',
  test: 'Razorpay is in test mode. No money is charged. Set live keys before real rides.'
} as const

export const mail = {
  cloudflare: 'Emails are sent through Cloudflare Email Service.',
  kept: `${noMailService} Set MAIL_PROVIDER.`,
  resend: 'Emails are sent through Resend.'
} as const

export const pushIsOn = 'Reminders on phones are on.'
export const pushIsOff = 'Reminders on phones are off. Set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY.'

export const alerts: Record<OperatorServiceState, string> = {
  off: 'Alerts are off. Set ALERT_WEBHOOK_URL.',
  on: 'Alerts are sent to your webhook.',
  unusable: 'Alerts are off, because ALERT_WEBHOOK_URL is not a valid URL.'
}

export const heartbeat: Record<OperatorServiceState, string> = {
  off: 'No heartbeat service is set up to notice when the background jobs stop. Set HEARTBEAT_URL.',
  on: 'Your heartbeat service notices when the background jobs stop.',
  unusable: 'The heartbeat is off, because HEARTBEAT_URL is not a valid URL.'
}

export function versionText(version: string): string {
  return `Version ${version}`
}
