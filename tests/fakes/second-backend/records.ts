import { randomBytes } from 'node:crypto'
import { Refusal } from './fields.ts'

// All data of this backend, in memory, with numbers as ids.

interface Property {
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

export type Rates = Record<`hourly_${1 | 12 | 3 | 6}`, number>

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

/** The row with this id. Throws 404 with the name if there is none. */
export function find<Row extends { id: number }>(rows: readonly Row[], wanted: number, name: string): Row {
  const found = rows.find(({ id }) => id === wanted)
  if (!found) throw new Refusal(404, `${name} not found`)
  return found
}

export const propertyNamed = ({ properties }: Records, wanted: number | null) => {
  const property = properties.find(({ id }) => id === wanted)
  return { property_location: property?.location ?? null, property_name: property?.name ?? null }
}
