import type { ConformanceClient } from './caller.ts'
import type { Report } from './protocol.ts'

// What the promises share while they are tried one after another.

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

/** What a card provider hands to the page of somebody who has paid. */
export interface PaymentSuccess {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

export interface ConformanceOptions {
  /** May change the PINs of every scooter the backend has. */
  migratesPins?: boolean
  admin?: Credentials | undefined
  /** Pays an order as a rider would; null where the backend has no bank to play with. */
  pay: (order_id: string, token: string) => Promise<PaymentSuccess | null>
}

export interface RunContext extends ConformanceOptions {
  adminToken?: string
  caller: ConformanceClient
  /** What could not be removed again. */
  leftovers: string[]
  /** Of whatever this run makes, so that it meets nothing of another's. */
  name: string
  /** Where the riders live before there is a property of their own, and after it. */
  homePropertyId?: string
  propertyId?: string
  report: Report
  riders: Rider[]
  planId?: string
  rates?: Record<'hourly_1' | 'hourly_3' | 'hourly_6' | 'hourly_12', number>
  scooter?: { id: string; name: string }
}

export const PLAN = { cost: 77, hours: 2 }
