import type { Caller } from './caller.ts'
import type { Protocol } from './protocol.ts'

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
export interface Receipt {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

export interface Asked {
  /** May change the PINs of every scooter the backend has. */
  migrates_pins?: boolean
  admin?: Credentials | undefined
  /** Pays an order as a rider would; null where the backend has no bank to play with. */
  pay: (order_id: string, token: string) => Promise<Receipt | null>
}

export interface Stage extends Asked {
  admin_token?: string
  caller: Caller
  /** What could not be removed again. */
  left: string[]
  /** Of whatever this run makes, so that it meets nothing of another's. */
  name: string
  /** Where the riders live before there is a property of their own, and after it. */
  home_id?: string
  property_id?: string
  protocol: Protocol
  riders: Rider[]
  plan_id?: string
  rates?: Record<'hourly_1' | 'hourly_3' | 'hourly_6' | 'hourly_12', number>
  scooter?: { id: string; name: string }
}

export const PLAN = { cost: 77, hours: 2 }
