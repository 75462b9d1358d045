import { env as bindings, waitUntil as platformWaitUntil } from 'cloudflare:workers'
import type { D1Database, R2Bucket, SendEmail } from '@cloudflare/workers-types'
import { BRAND_ID } from '#domain/brand/brand.ts'
import { ignoreFailure } from '#domain/kit/failures.ts'
import { MAIL_PROVIDERS, type MailProviderName } from '#domain/outbox/outbox.ts'
import type { Bucket } from '#domain/uploads/urls.ts'
import {
  type CheckedVariables,
  contactUri,
  isProductionWith,
  unsafeVariables,
  unusableAlertVariables
} from './variable-rules.ts'

// The only module that reads the Worker's bindings and variables. The backend's address is a constant of the build.

/** Those without a rule, and those with one. */
interface Bindings extends CheckedVariables {
  DB: D1Database
  UPLOADS: R2Bucket
  EMAIL?: SendEmail
  /** The previous secret. Events signed with it arrive for a day after a rotation. */
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS?: string
  /** Overrides the gateway's URL; ignored in production. */
  RAZORPAY_API_URL?: string
  PUBLIC_FIREBASE_STORAGE_BUCKET?: string
  /** Overrides the mail service's URL; ignored in production. */
  RESEND_API_URL?: string
  /** Where weaknesses are reported: a mail address or an https URL. */
  SECURITY_CONTACT?: string
  /** Replaces the origin of the push services; ignored in production. */
  PUSH_API_URL?: string
  /** Signs the alerts. */
  ALERT_WEBHOOK_SECRET?: string
  /** Multiplies all request limits and the hold limits, for tests; ignored in production. */
  THROTTLE_TIMES?: string
}

export const env = bindings as unknown as Bindings

export const isProduction = (): boolean => isProductionWith(env)

/** The address of the external backend that the pages were built for; empty for the embedded one. */
const externalBackend = (): string => import.meta.env.PUBLIC_API_BASE_URL ?? ''

export const hasExternalBackend = () => externalBackend() !== ''

/** Returns the variable or binding that prevents safe operation, or null. */
export function misconfiguredVariable(): string | null {
  if (!env.DB) return 'DB'
  if (!env.UPLOADS) return 'UPLOADS'
  return unsafeVariables(env)[0] ?? null
}

/**
 * Scales the request limits and the hold limits, but not the sign-in locks; never in production. Tests send more calls from
 * one address or account than a property does.
 */
export function scaledMax(max: number): number {
  return isProduction() ? max : max * (Number(env.THROTTLE_TIMES) || 1)
}

export function sessionSecret(): string {
  return env.SESSION_SECRET ?? ''
}

/** The contact of security.txt as a URI; null if none is set, or if it is malformed. */
export function securityContact(): string | null {
  return contactUri(env.SECURITY_CONTACT ?? '')
}

/** The build's version (scripts/build/version.ts), or 'unknown'. */
export function version(): string {
  return import.meta.env.BUILT_VERSION ?? 'unknown'
}

/** Returns the cloud storage bucket of this build, or null. A variable overrides the built-in name. */
export function cloudBucket(): Bucket | null {
  const name = env.PUBLIC_FIREBASE_STORAGE_BUCKET || import.meta.env.PUBLIC_FIREBASE_STORAGE_BUCKET
  return name ? { emulatorHost: import.meta.env.PUBLIC_FIREBASE_STORAGE_EMULATOR_HOST, name } : null
}

/** External services that a page connects to, as configured for this installation. */
export interface ExternalServices {
  /** Origin of an external backend; empty for the built-in one. */
  backend: string
  bucket: Bucket | null
  hasCardPayments: boolean
}

/** External services that the pages connect to. A separate backend always implies the card provider. */
export function externalServices(): ExternalServices {
  const backend = externalBackend()
  const hasCardPayments = backend !== '' || env.PAYMENT_PROVIDER === 'razorpay'
  return { backend, bucket: cloudBucket(), hasCardPayments }
}

/** Keeps the work running after the client disconnects. Ignores its errors here, because the caller handles them. */
export function waitUntil(work: Promise<unknown>): void {
  platformWaitUntil(ignoreFailure(work))
}

const RAZORPAY_API_URL = 'https://api.razorpay.com'

export function razorpayConfig() {
  const secrets = [env.RAZORPAY_WEBHOOK_SECRET, env.RAZORPAY_WEBHOOK_SECRET_PREVIOUS]
  return {
    apiUrl: (!isProduction() && env.RAZORPAY_API_URL) || RAZORPAY_API_URL,
    keyId: env.RAZORPAY_KEY_ID ?? '',
    keySecret: env.RAZORPAY_KEY_SECRET ?? '',
    // Accepted are the current and the previous one.
    webhookSecrets: secrets.filter(secret => secret !== undefined && secret !== '') as string[]
  }
}

/** A URL is null if it is not set, or unusable. `unusable` are the names of such variables. */
export function alertConfig() {
  const unusable = unusableAlertVariables(env)
  const urlOf = (name: (typeof unusable)[number]) => (unusable.includes(name) ? null : env[name] || null)
  return {
    heartbeatUrl: urlOf('HEARTBEAT_URL'),
    unusable,
    // Empty: alerts are not signed.
    webhookSecret: env.ALERT_WEBHOOK_SECRET ?? '',
    webhookUrl: urlOf('ALERT_WEBHOOK_URL')
  }
}

// How messages are sent: the mail service, and the keys of push messages.

const RESEND_API_URL = 'https://api.resend.com'

export function mailConfig() {
  return {
    apiUrl: (!isProduction() && env.RESEND_API_URL) || RESEND_API_URL,
    from: env.MAIL_FROM ?? '',
    resendKey: env.RESEND_API_KEY ?? ''
  }
}

/** The configured mail service. 'kept': nothing is sent. */
export function mailProviderName(): MailProviderName {
  return MAIL_PROVIDERS.find(name => name === env.MAIL_PROVIDER) ?? 'kept'
}

/** True in production if no mail service is set up. */
function lacksMailService(): boolean {
  return !hasExternalBackend() && isProduction() && mailProviderName() === 'kept'
}

/** Whether this backend's mails reach riders, or can be read in the development outbox. */
export function deliversMail(): boolean {
  return !hasExternalBackend() && !lacksMailService()
}

/** The origin of the site without a slash at its end; empty if it is not known, as in development. */
export function siteUrl(): string {
  return (env.SITE_URL ?? '').replace(/\/+$/, '')
}

/**
 * Null: push is off. `origin` replaces that of every push service, and `subject` is where these can reach the operator.
 * The keys are base64url, as browsers expect them.
 */
export function pushConfig() {
  const { VAPID_PRIVATE_KEY: privateKey, VAPID_PUBLIC_KEY: publicKey } = env
  if (!privateKey || !publicKey) return null
  const origin = (!isProduction() && env.PUSH_API_URL) || null
  return { origin, privateKey, publicKey, subject: pushSubject() }
}

export const sendsPush = () => !hasExternalBackend() && pushConfig() !== null

/** The address of mails, without a name; null if none is set up. */
export function senderAddress(): string | null {
  return /[^\s<>]+@[^\s<>]+/.exec(env.MAIL_FROM ?? '')?.[0] ?? null
}

function pushSubject(): string {
  const address = senderAddress()
  if (address) return `mailto:${address}`
  return siteUrl().startsWith('https:') ? siteUrl() : `https://${BRAND_ID}.example`
}
