import { env as bindings, waitUntil as outlasting } from 'cloudflare:workers'
import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import type { Bucket } from '#domain/cloud-storage.ts'
import type { ExternalServices } from '#server/pages/security-headers.ts'

// The only place that reads the Worker's bindings and variables.

interface Bindings {
  DB: D1Database
  UPLOADS: R2Bucket
  /** 'production' unless said otherwise: what is not known to be a developer's machine is production. */
  ENVIRONMENT?: string
  SESSION_SECRET?: string
  /** 'razorpay', or 'sandbox' on a developer's machine. */
  PAYMENT_PROVIDER?: string
  RAZORPAY_KEY_ID?: string
  RAZORPAY_KEY_SECRET?: string
  RAZORPAY_WEBHOOK_SECRET?: string
  /** The one before: events that were sent under it come for a day after a change. */
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS?: string
  /** 'yes' lets production take test keys, with which rides cost nothing. */
  RAZORPAY_TEST_KEYS_ALLOWED?: string
  /** Another address of the gateway; production does not look at it. */
  RAZORPAY_API_URL?: string
  PUBLIC_FIREBASE_STORAGE_BUCKET?: string
  /** Lets an address do so many times as much as it may, for tests; production does not look at it. */
  THROTTLE_TIMES?: string
}

export const env = bindings as unknown as Bindings

const SECRET_MIN_LENGTH = 32
/** Of 32 random hexadecimal digits fewer are different once in thirty million times. */
const SECRET_MIN_DIFFERENT = 8
const DEVELOPMENT_SECRET = /for-this-machine-only/

export function isProduction(): boolean {
  return env.ENVIRONMENT !== 'development'
}

/** How many times as much as it may an address is let do. */
export function throttleMultiplier(): number {
  return isProduction() ? 1 : Number(env.THROTTLE_TIMES) || 1
}

export function sessionSecret(): string {
  return env.SESSION_SECRET ?? ''
}

/** What the build calls itself (scripts/build/version.ts). */
export function version(): string {
  return import.meta.env.BUILT_VERSION ?? 'unknown'
}

/** The cloud storage that the pages of this build upload to, or null. The build bakes it in; a variable may name it too. */
export function cloudBucket(): Bucket | null {
  const name = env.PUBLIC_FIREBASE_STORAGE_BUCKET || import.meta.env.PUBLIC_FIREBASE_STORAGE_BUCKET
  return name ? { emulator_host: import.meta.env.PUBLIC_FIREBASE_STORAGE_EMULATOR_HOST, name } : null
}

/** Whom the pages talk to beside their own site. Another backend has the card provider for its payments. */
export function externalServices(): ExternalServices {
  const backend = import.meta.env.PUBLIC_API_BASE_URL ?? ''
  const hasCardPayments = backend !== '' || env.PAYMENT_PROVIDER === 'razorpay'
  return { backend, bucket: cloudBucket(), hasCardPayments }
}

/** Lets the work go on when its caller has hung up. What becomes of it is the caller's to know, not this one's. */
export function waitUntil(work: Promise<unknown>): void {
  outlasting(work.catch(() => undefined))
}

interface RazorpayConfig {
  apiUrl: string
  keyId: string
  keySecret: string
  /** What webhooks may be signed with: the present secret, and the one before. */
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

/** Too short, of too few characters, or one word over and over. */
function isWeakSecret(secret: string): boolean {
  if (secret.length < SECRET_MIN_LENGTH || new Set(secret).size < SECRET_MIN_DIFFERENT) return true
  const halfways = Array.from({ length: secret.length / 2 }, (_, index) => index + 1)
  return halfways.some(period => secret.startsWith(secret.slice(period)))
}

/** The variable or binding that keeps the API from working safely, or null (design.md §8). */
export function misconfiguredVariable(): string | null {
  if (!env.DB) return 'DB'
  if (!env.UPLOADS) return 'UPLOADS'
  const secret = sessionSecret()
  if (isWeakSecret(secret)) return 'SESSION_SECRET'
  if (isProduction() && DEVELOPMENT_SECRET.test(secret)) return 'SESSION_SECRET'
  if (env.PAYMENT_PROVIDER === 'razorpay') return misconfiguredRazorpayVariable()
  // The sandbox gives rides away.
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
