import { beforeAll, expect, test } from 'vitest'
import { getRevenue } from '#contract/overview/stats.ts'
import { REVENUE_DAYS } from '#domain/constants.ts'
import { addDays, dayOf, instantAt } from '#domain/time/india-time.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

const SECOND_MS = 1000
const admin = setUpAdmin()
let booking_id: string

beforeAll(async () => {
  const { id: property_id } = await insertProperty()
  const { id: scooter_id } = await insertScooter(property_id)
  const { id: user_id } = await signedInRider({ property_id })
  const start = instantAt(addDays(dayOf(new Date()), 400), '10:00')
  const end = instantAt(addDays(dayOf(new Date()), 400), '11:00')
  booking_id = (await insertBooking({ end, scooter_id, start, state: 'expired', user_id })).id
})

interface Payment {
  at: Date
  currency?: string
  id: string
  paise: number
  refund?: 'due' | 'processed' | 'review'
  status?: 'captured' | 'failed'
}

async function insertPayment({ at, currency = 'INR', id, paise, refund, status = 'captured' }: Payment): Promise<void> {
  await sql(
    'INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at) VALUES (?1, ?2, ?1, ?3, ?4, ?5, ?6)',
    id,
    booking_id,
    status,
    paise,
    currency,
    at.getTime() / SECOND_MS
  )
  if (!refund) return
  await sql(
    `INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, lease_until, created_at)
     SELECT id, id, booking_id, paise, 'mismatch', ?2, 99999999999, 0 FROM payments WHERE id = ?1`,
    id,
    refund
  )
}

test('the revenue is counted by the day of capture in India, with the part that was or will be refunded', async () => {
  const today = dayOf(new Date())
  const yesterday = addDays(today, -1)
  const first = addDays(today, 1 - REVENUE_DAYS)
  await insertPayment({ at: instantAt(today, '00:00'), id: 'midnight', paise: 15_000 })
  await insertPayment({ at: new Date(instantAt(today, '00:00').getTime() - SECOND_MS), id: 'before', paise: 5000 })
  await insertPayment({ at: instantAt(yesterday, '12:00'), id: 'sent', paise: 14_000, refund: 'due' })
  await insertPayment({ at: instantAt(yesterday, '13:00'), id: 'returned', paise: 6000, refund: 'processed' })
  await insertPayment({ at: instantAt(yesterday, '14:00'), id: 'odd', paise: 4950, refund: 'review' })
  await insertPayment({
    at: instantAt(yesterday, '15:00'),
    id: 'dollars',
    currency: 'USD',
    paise: 900,
    refund: 'review'
  })
  await insertPayment({ at: instantAt(yesterday, '16:00'), id: 'declined', paise: 7000, status: 'failed' })
  await insertPayment({ at: instantAt(first, '00:00'), id: 'first', paise: 100 })
  await insertPayment({ at: new Date(instantAt(first, '00:00').getTime() - SECOND_MS), id: 'older', paise: 999_900 })

  const days = await admin.call(getRevenue)
  expect(days.map(({ day }) => day)).toEqual(Array.from({ length: REVENUE_DAYS }, (_, index) => addDays(first, index)))
  expect(days.at(0)).toEqual({ day: first, received: 1, refunded: 0 })
  expect(days.slice(1, -2).every(({ received, refunded }) => received === 0 && refunded === 0)).toBe(true)
  // ₹50, ₹140, ₹60 and ₹49.50 were received, the last three were or will be refunded.
  expect(days.slice(-2)).toEqual([
    { day: yesterday, received: 300, refunded: 250 },
    { day: today, received: 150, refunded: 0 }
  ])
})
