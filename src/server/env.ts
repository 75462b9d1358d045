import { env as bindings } from 'cloudflare:workers'
import type { D1Database, R2Bucket } from '@cloudflare/workers-types'

// The only place that reads the Worker's bindings and variables.

interface Bindings {
  DB: D1Database
  UPLOADS: R2Bucket
  /** 'production' unless said otherwise: what is not known to be a developer's machine is production. */
  ENVIRONMENT?: string
  SESSION_SECRET?: string
  PAYMENT_PROVIDER?: string
}

export const env = bindings as unknown as Bindings

const SECRET_MIN_LENGTH = 32
const FOR_DEVELOPMENT = /for-this-machine-only/

export function isProduction(): boolean {
  return env.ENVIRONMENT !== 'development'
}

export function sessionSecret(): string {
  return env.SESSION_SECRET ?? ''
}

/** The variable that keeps the API from working safely, or null (design.md §8). */
export function misconfigured(): string | null {
  const secret = sessionSecret()
  if (secret.length < SECRET_MIN_LENGTH) return 'SESSION_SECRET'
  if (isProduction() && FOR_DEVELOPMENT.test(secret)) return 'SESSION_SECRET'
  // Without a live gateway nobody could pay, and the sandbox gives rides away.
  if (isProduction() || env.PAYMENT_PROVIDER !== 'sandbox') return 'PAYMENT_PROVIDER'
  return null
}
