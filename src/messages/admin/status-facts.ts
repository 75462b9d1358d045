import type { OperatorServiceState } from '#domain/health-checks.ts'
import { noMailService } from './overview.ts'
import { counted } from './status.ts'

// The screen 'Status': what works, and what is set up.

export const databaseAnswers = 'The database answers.'
export const picturesAnswer = 'The storage of the pictures answers, and no picture is missing.'
export const jobsHaveNotRun = 'The background jobs have not run yet. They start within a minute of a deployment.'
export const noDailyCheck = 'The daily check of all rides has not run yet.'

/** 'The background jobs last ran 1 min ago.' */
export function jobsRan(duration: string): string {
  return `The background jobs last ran ${duration} ago.`
}

export function dailyCheckPassed(moment: string): string {
  return `The daily check of all rides found nothing wrong. It ran at ${moment}.`
}

/** Payments that are settling, and refunds that the provider has not processed. */
export function moneyWaits(settling: number, refunds: number): string {
  const payments = counted(settling, 'payment waits for its result', 'payments wait for their result')
  return `${payments}. ${counted(refunds, 'refund is on its way', 'refunds are on their way')}.`
}

export function disputesDecided(count: number): string {
  return `${counted(count, 'dispute is', 'disputes are')} open. The bank decides; nobody has to answer.`
}

export function messagesWait(count: number): string {
  return `${counted(count, 'message waits', 'messages wait')} to be sent.`
}

export const payments = {
  live: 'Riders pay with live keys of Razorpay.',
  sandbox: 'Payments are simulated. No money moves.',
  test: 'Riders pay with test keys of Razorpay. No money moves. Set live keys before real rides.'
} as const

export const mail = {
  cloudflare: 'Emails are sent through Cloudflare Email Service.',
  kept: `${noMailService} Set MAIL_PROVIDER.`,
  resend: 'Emails are sent through Resend.'
} as const

export const pushIsOn = 'Reminders are sent to the phones of riders who want them.'
export const pushIsOff = 'Riders get no reminders on their phones. Set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY.'

export const alerts: Record<OperatorServiceState, string> = {
  off: 'No alert webhook is set. Set ALERT_WEBHOOK_URL.',
  on: 'Alerts are sent to your webhook.',
  unusable: 'No alerts are sent, because ALERT_WEBHOOK_URL is not a usable address.'
}

export const heartbeat: Record<OperatorServiceState, string> = {
  off: 'No service notices when the background jobs stop. Set HEARTBEAT_URL.',
  on: 'Your heartbeat service notices when the background jobs stop.',
  unusable: 'No service notices when the background jobs stop, because HEARTBEAT_URL is not a usable address.'
}

export function versionText(version: string): string {
  return `Version ${version}`
}
