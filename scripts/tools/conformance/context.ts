import type { ConformanceCaller } from './caller.ts'
import type { Report } from './protocol.ts'

// The state that the checks share while they run in sequence.

export interface Credentials {
  email: string
  password: string
}

export interface Rider extends Credentials {
  date_of_birth: string
  name: string
  phone: string
  token: string
}

/** The data that a card provider passes to the page after a payment. */
export interface PaymentReceipt {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

export interface ConformanceOptions {
  /** Allows a call that may change the PIN of every scooter of the backend. */
  migratesPins?: boolean
  admin?: Credentials | undefined
  /** Pays an order like a rider; returns null if the backend has no sandbox. */
  pay: (order_id: string, token: string) => Promise<PaymentReceipt | null>
}

export interface RunContext extends ConformanceOptions {
  adminToken?: string
  caller: ConformanceCaller
  /** Rows that could not be deleted. */
  leftovers: string[]
  /** The name of everything that this run creates, to keep it apart from other data. */
  name: string
  /** The riders' property before and after the run's own property exists. */
  homePropertyId?: string
  propertyId?: string
  report: Report
  riders: Rider[]
  planId?: string
  rates?: Record<'hourly_1' | 'hourly_3' | 'hourly_6' | 'hourly_12', number>
  scooter?: { id: string; name: string }
}

export const PLAN = { cost: 77, hours: 2 }

/** The PIN of the run's own scooter. */
export const PIN = '482915'
