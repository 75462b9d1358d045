import { type Account, type Booking, nextId, type Records, randomText, type Scooter } from './records.ts'

const HOUR_MS = 3_600_000
const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** The URL of the only picture. It is on another site than this backend. */
export const PICTURE = 'https://pictures.example.test/ola-s1.png'

export const ADMIN = { email: 'admin@demo.test', password: 'Admin@123' }

export const RIDER: Account = {
  date_of_birth: '1996-02-29',
  email: 'rider@demo.test',
  id: 501,
  name: 'Asha Rao',
  password: 'Rider@123',
  phone: '9845012345',
  property_id: 1
}

const scooters: Scooter[] = [
  { id: 11, name: 'Ather 450X', otp_pin: '482913', property_id: 1, status: 'Available' },
  { id: 12, image_url: PICTURE, name: 'Ola S1', otp_pin: '730264', property_id: 1, status: 'Available' },
  { id: 13, name: 'TVS iQube', otp_pin: '915508', property_id: 1, status: 'Maintenance' },
  { id: 14, name: 'Bajaj Chetak', otp_pin: '264817', property_id: 2, status: 'Available' }
]

/** Properties with one scooter each, for tests that run several times in parallel. */
export const SCENARIOS = [31, 32, 33].map(id => ({
  property: { id, location: 'Indiranagar, Bengaluru', name: `Stage ${id}` },
  scooter: { id, name: `Hero Vida ${id}`, otp_pin: `5${id}4${id}`, property_id: id, status: 'Available' }
}))

function booking(scooter: Scooter, start_time: Date, hours: number, payment_status: string): Booking {
  const end_time = new Date(start_time.getTime() + hours * HOUR_MS)
  return { account: RIDER, end_time, id: nextId(), order_id: randomText(), payment_status, scooter, start_time }
}

/** Two properties, of which the second has no plans or rates, and a rider with a booking in every state. */
export function seeded(now = new Date()): Records {
  const [ather, ola, iqube] = scooters as [Scooter, Scooter, Scooter]
  return {
    accounts: [RIDER],
    admin_sessions: new Set(),
    bookings: [
      booking(ola, new Date(now.getTime() - HOUR_MS), 3, 'Completed'),
      booking(ather, new Date('2099-06-15T13:30:00Z'), 6, 'Completed'),
      booking(ather, new Date('2099-06-16T18:00:00Z'), 3, 'Pending'),
      booking(iqube, new Date('2025-01-10T12:30:00Z'), 3, 'Completed'),
      booking(iqube, new Date('2025-01-11T20:00:00Z'), 1, 'Failed')
    ],
    plans: [
      { available_days: EVERY_DAY, cost: 135, hours: 3, id: 21, is_active: true, name: 'Errand Run', property_id: 1 },
      { available_days: EVERY_DAY, cost: 99, hours: 12, id: 22, is_active: false, name: 'Old Deal', property_id: 1 },
      {
        available_days: ['saturday', 'sunday'],
        cost: 420,
        hours: 12,
        id: 23,
        is_active: true,
        name: 'Weekend Day',
        property_id: 1
      }
    ],
    properties: [
      { id: 1, location: 'Koramangala, Bengaluru', name: 'Lakeview Residency' },
      { id: 2, location: 'Hebbal, Bengaluru', name: 'Palm Court' },
      ...SCENARIOS.map(({ property }) => property)
    ],
    rates: new Map([[1, { hourly_1: 60, hourly_3: 150, hourly_6: 280, hourly_12: 520 }]]),
    scooters: [...scooters, ...SCENARIOS.map(({ scooter }) => scooter)],
    sessions: new Map()
  }
}
