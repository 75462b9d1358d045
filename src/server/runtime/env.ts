import { env as bindings, waitUntil as outlasting } from 'cloudflare:workers'
import type { D1Database, R2Bucket, SendEmail } from '@cloudflare/workers-types'
import type { Bucket } from '#domain/uploads/cloud-storage.ts'

// The only module that reads the Worker's bindings and variables.

interface Bindings {
  DB: D1Database
  UPLOADS: R2Bucket
  /** 'development' or 'production'. Any other or missing value counts as production. */
  ENVIRONMENT?: string
  SESSION_SECRET?: string
  /** 'razorpay', or 'sandbox' in development. */
  PAYMENT_PROVIDER?: string
  RAZORPAY_KEY_ID?: string
  RAZORPAY_KEY_SECRET?: string
  RAZORPAY_WEBHOOK_SECRET?: string
  /** The previous secret. Events signed with it arrive for a day after a rotation. */
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS?: string
  /** 'yes' allows test keys in production, where rides then cost nothing. */
  RAZORPAY_TEST_KEYS_ALLOWED?: string
  /** Overrides the gateway's URL; ignored in production. */
  RAZORPAY_API_URL?: string
  PUBLIC_FIREBASE_STORAGE_BUCKET?: string
  /** 'cloudflare', 'resend' or 'kept', which is the default: nothing is sent. */
  MAIL_PROVIDER?: string
  /** The sender, such as 'ScootStay <rides@example.com>'. */
  MAIL_FROM?: string
  RESEND_API_KEY?: string
  /** Overrides the mail service's URL; ignored in production. */
  RESEND_API_URL?: string
  /** The origin of the site, for the links in mails. */
  SITE_URL?: string
  /** The pair of keys that push services know this site by, of `npm run push:keys`. Without them push is off. */
  VAPID_PUBLIC_KEY?: string
  VAPID_PRIVATE_KEY?: string
  /** Replaces the origin of the push services; ignored in production. */
  PUSH_API_URL?: string
  /** Cloudflare Email Service, for the provider 'cloudflare'. */
  EMAIL?: SendEmail
  /** Multiplies all request limits and the hold limits, for tests; ignored in production. */
  THROTTLE_TIMES?: string
}

export const env = bindings as unknown as Bindings

const SECRET_MIN_LENGTH = 32
/** 32 random hexadecimal digits have fewer different ones only once in thirty million. */
const SECRET_MIN_DIFFERENT = 8
const DEVELOPMENT_SECRET = /for-this-machine-only/

export function isProduction(): boolean {
  return env.ENVIRONMENT !== 'development'
}

/** Factor for all request limits and the hold limits, but not for the sign-in locks; always 1 in production. */
export function throttleMultiplier(): number {
  return isProduction() ? 1 : Number(env.THROTTLE_TIMES) || 1
}

export function sessionSecret(): string {
  return env.SESSION_SECRET ?? ''
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
  const backend = import.meta.env.PUBLIC_API_BASE_URL ?? ''
  const hasCardPayments = backend !== '' || env.PAYMENT_PROVIDER === 'razorpay'
  return { backend, bucket: cloudBucket(), hasCardPayments }
}

/** Keeps the work running after the client disconnects. Ignores its errors here, because the caller handles them. */
export function waitUntil(work: Promise<unknown>): void {
  outlasting(work.catch(() => undefined))
}

interface RazorpayConfig {
  apiUrl: string
  keyId: string
  keySecret: string
  /** Accepted webhook secrets: the current and the previous one. */
  webhookSecrets: readonly string[]
}

const RAZORPAY_API_URL = 'https://api.razorpay.com'

export function razorpayConfig(): RazorpayConfig {
  const secrets = [env.RAZORPAY_WEBHOOK_SECRET, env.RAZORPAY_WEBHOOK_SECRET_PREVIOUS]
  return {
    apiUrl: (!isProduction() && env.RAZORPAY_API_URL) || RAZORPAY_API_URL,
    keyId: env.RAZORPAY_KEY_ID ?? '',
    keySecret: env.RAZORPAY_KEY_SECRET ?? '',
    webhookSecrets: secrets.filter(secret => secret !== undefined && secret !== '') as string[]
  }
}

interface MailConfig {
  apiUrl: string
  from: string
  resendKey: string
}

const RESEND_API_URL = 'https://api.resend.com'

export function mailConfig(): MailConfig {
  return {
    apiUrl: (!isProduction() && env.RESEND_API_URL) || RESEND_API_URL,
    from: env.MAIL_FROM ?? '',
    resendKey: env.RESEND_API_KEY ?? ''
  }
}

const MAIL_PROVIDERS = ['cloudflare', 'kept', 'resend'] as const
type MailProviderName = (typeof MAIL_PROVIDERS)[number]

/** The configured mail service. 'kept': nothing is sent. */
export function mailProviderName(): MailProviderName {
  return MAIL_PROVIDERS.find(name => name === env.MAIL_PROVIDER) ?? 'kept'
}

const hasEmbeddedBackend = () => !import.meta.env.PUBLIC_API_BASE_URL

/** True in production if no mail service is set up. */
export function lacksMailService(): boolean {
  return hasEmbeddedBackend() && isProduction() && mailProviderName() === 'kept'
}

/** Whether this backend's mails reach riders, or can be read in the development outbox. */
export function deliversMail(): boolean {
  return hasEmbeddedBackend() && !lacksMailService()
}

/** The origin of the site without a slash at its end; empty if it is not known, as in development. */
export function siteUrl(): string {
  return (env.SITE_URL ?? '').replace(/\/+$/, '')
}

interface PushConfig {
  /** Base64url, as browsers expect it. */
  publicKey: string
  privateKey: string
  /** Where push services can reach the operator. */
  subject: string
  /** The origin that replaces that of every push service; null: none. */
  origin: string | null
}

/** Null: push is off. */
export function pushConfig(): PushConfig | null {
  const { VAPID_PRIVATE_KEY: privateKey, VAPID_PUBLIC_KEY: publicKey } = env
  if (!privateKey || !publicKey) return null
  const origin = (!isProduction() && env.PUSH_API_URL) || null
  return { origin, privateKey, publicKey, subject: pushSubject() }
}

function pushSubject(): string {
  const [address] = /[^\s<>]+@[^\s<>]+/.exec(env.MAIL_FROM ?? '') ?? []
  if (address) return `mailto:${address}`
  return siteUrl().startsWith('https:') ? siteUrl() : 'https://scootstay.example'
}

/** True if the secret is too short, has too few different characters, or repeats one word. */
function isWeakSecret(secret: string): boolean {
  if (secret.length < SECRET_MIN_LENGTH || new Set(secret).size < SECRET_MIN_DIFFERENT) return true
  const halfways = Array.from({ length: secret.length / 2 }, (_, index) => index + 1)
  return halfways.some(period => secret.startsWith(secret.slice(period)))
}

/** Returns the variable or binding that prevents safe operation, or null. */
export function misconfiguredVariable(): string | null {
  if (!env.DB) return 'DB'
  if (!env.UPLOADS) return 'UPLOADS'
  const secret = sessionSecret()
  if (isWeakSecret(secret)) return 'SESSION_SECRET'
  if (isProduction() && DEVELOPMENT_SECRET.test(secret)) return 'SESSION_SECRET'
  const mailVariable = misconfiguredMailVariable()
  if (mailVariable !== null) return mailVariable
  const pushVariable = misconfiguredPushVariable()
  if (pushVariable !== null) return pushVariable
  if (env.PAYMENT_PROVIDER === 'razorpay') return misconfiguredRazorpayVariable()
  // Sandbox payments are free, so production rejects it.
  return isProduction() || env.PAYMENT_PROVIDER !== 'sandbox' ? 'PAYMENT_PROVIDER' : null
}

function misconfiguredRazorpayVariable(): string | null {
  const { keyId, keySecret } = razorpayConfig()
  if (!/^rzp_(live|test)_\w+$/.test(keyId)) return 'RAZORPAY_KEY_ID'
  const isForbiddenTestKey = keyId.startsWith('rzp_test_') && env.RAZORPAY_TEST_KEYS_ALLOWED !== 'yes'
  if (isProduction() && isForbiddenTestKey) return 'RAZORPAY_KEY_ID'
  if (keySecret === '') return 'RAZORPAY_KEY_SECRET'
  return env.RAZORPAY_WEBHOOK_SECRET ? null : 'RAZORPAY_WEBHOOK_SECRET'
}

function misconfiguredMailVariable(): string | null {
  const provider = mailProviderName()
  if (env.MAIL_PROVIDER && env.MAIL_PROVIDER !== provider) return 'MAIL_PROVIDER'
  if (provider === 'kept') return null
  if (!/@\S+\.\S/.test(env.MAIL_FROM ?? '')) return 'MAIL_FROM'
  if (!/^https?:\/\/[^/]+\/?$/.test(env.SITE_URL ?? '')) return 'SITE_URL'
  if (provider === 'cloudflare') return env.EMAIL ? null : 'EMAIL'
  return env.RESEND_API_KEY ? null : 'RESEND_API_KEY'
}

/** 65 and 32 bytes as base64url; an uncompressed point of the curve begins with the byte 4. */
function misconfiguredPushVariable(): string | null {
  const { VAPID_PRIVATE_KEY: privateKey = '', VAPID_PUBLIC_KEY: publicKey = '' } = env
  if (privateKey === '' && publicKey === '') return null
  if (!/^B[\w-]{86}$/.test(publicKey)) return 'VAPID_PUBLIC_KEY'
  return /^[\w-]{43}$/.test(privateKey) ? null : 'VAPID_PRIVATE_KEY'
}
