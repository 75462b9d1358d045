import type { Rates } from '#domain/catalogue/pricing.ts'
import type { NumberRuleName, PinMode } from '#domain/catalogue/property-rules.ts'
import type { ScooterStatus } from '#domain/catalogue/scooters.ts'
import { DAYS } from '#domain/constants.ts'
import type { ReturnMode } from '#domain/problems/problems.ts'
import type { Clock, Weekday } from '#domain/time/india-time.ts'

interface DemoPlan {
  id: string
  name: string
  hours: number
  cost: number
  available_days: readonly Weekday[]
  is_active: boolean
}

interface DemoScooter {
  id: string
  name: string
  status: ScooterStatus
  otp_pin: string
  /** The colour in the picture; without it, the scooter has no picture. */
  colour?: string
  /** False for a low-speed scooter. */
  needs_license?: boolean
  registration_number?: string
}

interface DemoProperty {
  id: string
  name: string
  location: string
  parking_note?: string
  /** The picture, without text under the banner's: its subject is right of the centre. */
  landscape: 'grove' | 'lake' | 'sea'
  /** Null means the default rates. */
  rates: Rates | null
  /** Its own rules; the others are the defaults. */
  rules?: Partial<Record<NumberRuleName, number>> & {
    book_before_review?: boolean
    closes_at?: Clock
    join_code?: string
    lead_minutes?: 0
    opens_at?: Clock
    pin_mode?: PinMode
    return_mode?: ReturnMode
    weekday_hours?: { [day in Weekday]?: Clock[] }
  }
  plans: readonly DemoPlan[]
  scooters: readonly DemoScooter[]
  /** Scooters whose lock needs a new PIN. */
  pinChanges?: readonly { scooter_id: string; new_pin: string }[]
}

const WEEKEND = ['saturday', 'sunday'] as const

const palmGrove: DemoProperty = {
  id: 'palm-grove',
  location: 'Indiranagar, Bengaluru',
  name: 'Palm Grove Residency',
  parking_note: 'Basement 1, beside the lift',
  plans: [
    { available_days: DAYS, cost: 50, hours: 1, id: 'quick-hop', is_active: true, name: 'Quick Hop' },
    { available_days: DAYS, cost: 140, hours: 3, id: 'errand-run', is_active: true, name: 'Errand Run' },
    { available_days: DAYS, cost: 270, hours: 6, id: 'half-day', is_active: true, name: 'Half Day' },
    { available_days: DAYS, cost: 500, hours: 12, id: 'full-day', is_active: true, name: 'Full Day' },
    { available_days: WEEKEND, cost: 960, hours: 24, id: 'weekend-out', is_active: true, name: 'Weekend Out' },
    { available_days: DAYS, cost: 99, hours: 3, id: 'monsoon-offer', is_active: false, name: 'Monsoon Offer' }
  ],
  rates: { hourly_1: 55, hourly_3: 150, hourly_6: 280, hourly_12: 520 },
  rules: { late_cancel_percent: 50 },
  landscape: 'grove',
  scooters: [
    {
      colour: '#c8442f',
      id: 'ather-450x-a1',
      name: 'Ather 450X · A1',
      otp_pin: '482915',
      registration_number: 'KA05AB4501',
      status: 'Available'
    },
    {
      id: 'ola-s1-air-b2',
      name: 'Ola S1 Air · B2',
      otp_pin: '730164',
      registration_number: 'KA05AC7302',
      status: 'Available'
    },
    {
      colour: '#2f6fb5',
      id: 'tvs-iqube-c4',
      name: 'TVS iQube · C4',
      otp_pin: '059238',
      registration_number: 'KA05AD0594',
      status: 'Available'
    },
    {
      id: 'bajaj-chetak-d1',
      name: 'Bajaj Chetak · D1',
      otp_pin: '618402',
      registration_number: 'KA05AE6184',
      status: 'Maintenance'
    },
    {
      colour: '#e0a526',
      id: 'vida-v1-pro-a3',
      name: 'Vida V1 Pro · A3',
      otp_pin: '941753',
      registration_number: 'KA05AF9413',
      status: 'Available'
    }
  ]
}

// Without plans: riders choose a duration at the property's own rates.
const lakeview: DemoProperty = {
  id: 'lakeview',
  location: 'Ulsoor, Bengaluru',
  name: 'Lakeview Homestay',
  plans: [],
  rates: { hourly_1: 60, hourly_3: 160, hourly_6: 300, hourly_12: 560 },
  landscape: 'lake',
  scooters: [
    {
      colour: '#5b8c5a',
      id: 'ather-rizta-l1',
      name: 'Ather Rizta · L1',
      otp_pin: '275830',
      registration_number: 'KA53AB2758',
      status: 'Available'
    },
    { id: 'honda-activa-e-l2', name: 'Honda Activa e · L2', needs_license: false, otp_pin: '806147', status: 'Booked' }
  ],
  pinChanges: [{ new_pin: '914063', scooter_id: 'ather-rizta-l1' }]
}

// Without rates: from Monday to Friday, when the plan does not apply, the default rates do.
const seaBreeze: DemoProperty = {
  id: 'sea-breeze',
  location: 'Calangute, Goa',
  name: 'Sea Breeze Suites',
  parking_note: 'Behind the kitchen, under the blue roof',
  plans: [{ available_days: WEEKEND, cost: 360, hours: 8, id: 'beach-day', is_active: true, name: 'Beach Day' }],
  rates: null,
  rules: {
    book_before_review: false,
    buffer_minutes: 30,
    closes_at: '23:00',
    free_cancel_minutes: 120,
    join_code: 'SEA123',
    lead_minutes: 0,
    max_days_ahead: 60,
    opens_at: '06:00',
    pin_lead_minutes: 120,
    pin_mode: 'rotate',
    return_mode: 'confirmed',
    weekday_hours: { sunday: ['08:00', '20:00'] }
  },
  landscape: 'sea',
  scooters: [
    {
      colour: '#1f8f8a',
      id: 'ola-s1-pro-s1',
      name: 'Ola S1 Pro · S1',
      otp_pin: '390526',
      registration_number: 'GA03T3905',
      status: 'Available'
    }
  ]
}

export const DEMO_PROPERTIES = [palmGrove, lakeview, seaBreeze]

/** How many days each paper of a scooter with a registration number is valid; a few scooters differ. */
export const DEMO_PAPERS = {
  days: { insurance: 200, permit: 400, rc: 3000 },
  different: { 'tvs-iqube-c4': { insurance: 20 } }
} as const

/** The scooters with a known damage and with a report of the rider who has it now; the colour of the photo. */
export const DEMO_PROBLEMS = {
  colour: '#2f6fb5',
  known: 'tvs-iqube-c4',
  reported: 'ola-s1-air-b2',
  rider: 'meera'
} as const
