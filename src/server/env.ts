import { env as bindings } from 'cloudflare:workers'
import type { D1Database, R2Bucket } from '@cloudflare/workers-types'
import type { Bucket } from '#domain/cloud-storage.ts'

// The only place that reads the Worker's bindings and variables.

interface Bindings {
  DB: D1Database
  UPLOADS: R2Bucket
  /** 'production' unless said otherwise: what is not known to be a developer's machine is production. */
  ENVIRONMENT?: string
  SESSION_SECRET?: string
  PAYMENT_PROVIDER?: string
  PUBLIC_FIREBASE_STORAGE_BUCKET?: string
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

/** The cloud storage that the pages of this build upload to, or null. The build bakes it in; a variable may name it too. */
export function cloudBucket(): Bucket | null {
  const name = env.PUBLIC_FIREBASE_STORAGE_BUCKET || import.meta.env.PUBLIC_FIREBASE_STORAGE_BUCKET
  return name ? { emulator_host: import.meta.env.PUBLIC_FIREBASE_STORAGE_EMULATOR_HOST, name } : null
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
