import { randomBytes } from 'node:crypto'

// All data of this backend, in memory, with numbers as ids.

export interface Property {
  id: number
  location: string
  name: string
  image_url?: string
}

export interface Scooter {
  id: number
  name: string
  otp_pin: string
  property_id: number | null
  status: string
  image_url?: string
}

export interface Plan {
  id: number
  available_days: string[]
  cost: number
  hours: number
  is_active: boolean
  name: string
  property_id: number
}

export interface Rates {
  hourly_1: number
  hourly_3: number
  hourly_6: number
  hourly_12: number
}

export interface Account {
  id: number
  date_of_birth: string
  email: string
  name: string
  password: string
  phone: string
  property_id: number
  profile_image_url?: string
}

export interface Booking {
  id: number
  account: Account
  end_time: Date
  order_id: string
  payment_status: string
  scooter: Scooter
  start_time: Date
}

export interface Records {
  accounts: Account[]
  /** The access tokens of signed-in admins. */
  admin_sessions: Set<string>
  bookings: Booking[]
  plans: Plan[]
  properties: Property[]
  /** By property; a property without rates uses the default rates. */
  rates: Map<number, Rates>
  scooters: Scooter[]
  /** By access token. */
  sessions: Map<string, Account>
}

let lastId = 1000
export const nextId = () => ++lastId
export const randomText = () => randomBytes(12).toString('hex')
