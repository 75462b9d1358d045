import { beforeEach, describe, expect, test } from 'vitest'
import { windowFrom } from '#domain/bookings/slots.ts'
import { deleteUnlessBooked } from '#server/catalogue/delete-or-archive.ts'
import { d1 } from '#server/db/client.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { recordMismatch, recordProviderRefunds } from '#server/payments/refunds/refund-records.ts'
import { settle } from '#server/payments/settle.ts'
import { markSettling, releaseHold, shortenHold, sweepHolds } from '#server/slots/hold-deadlines.ts'
import { reserve } from '#server/slots/reserve.ts'
import { emptyDatabase, rows } from '#tests/helpers/db/local-d1.ts'
import { at, NOON } from '#tests/model/harness/clock.ts'
import { emptyTables } from '#tests/model/harness/harness.ts'
import { sample } from '#tests/model/harness/runs.ts'
import { holdRequest } from '#tests/model/harness/sample-bookings.ts'
import { insertAdmin, insertProperty, insertRider, insertScooter } from '#tests/model/harness/seed.ts'

// Runs the statements of server/slots/reserve.ts and server/payments/settle.ts with every order of events and
// thousands of random ones.

const SCOOTERS = ['s0', 's1']
const RIDERS = ['r0', 'r1', 'r2']
const ADMIN = { id: 'a0' }

beforeEach(() => {
  emptyDatabase()
  insertAdmin(ADMIN.id)
  insertProperty('p')
  for (const id of SCOOTERS) insertScooter(id)
  for (const id of RIDERS) insertRider(id)
})

interface Slot {
  hours: number
  rider: string
  scooter: string
  start: number
}

/** Requests an hour of s0 at noon for r0, unless a field says otherwise. */
function reserveSlot(
  id: string,
  now: number,
  { hours = 1, rider = 'r0', scooter = 's0', start = NOON }: Partial<Slot> = {}
) {
  const window = windowFrom(at(start), hours)
  return reserve(holdRequest({ hours, id, scooter_id: scooter, user_id: rider, window }), at(now))
}

interface StoredBooking {
  end_at: number
  id: string
  payment_id: string | null
  start_at: number
  state: string
}

const bookingOf = (id: string) =>
  rows<StoredBooking>('SELECT id, state, payment_id, start_at, end_at FROM bookings WHERE id = ?', id)[0]

const PAISE = { amount: 5000, currency: 'INR' }

async function capture(id: string, payment: string, now: number): Promise<void> {
  const { end_at, start_at } = bookingOf(id) as StoredBooking
  await settle({
    booking: { end_at: at(end_at), id, start_at: at(start_at) },
    now: at(now),
    payment: { ...PAISE, id: payment }
  })
}

/** The broken invariants as text. */
const broken = async (now: number) => (await brokenInvariants(d1, at(now))).map(({ invariant }) => invariant)

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((one, index) => permutations(all.toSpliced(index, 1)).map(rest => [one, ...rest]))
}

describe('a payment with all events that can interfere, in every order', () => {
  const MINUTE = 60
  const events = {
    'another rider books the slot': (now: number) => reserveSlot('rival', now, { rider: 'r1' }),
    'a second payment is captured': (now: number) => capture('mine', 'pay_2', now),
    'the browser reports the payment': (now: number) => capture('mine', 'pay_1', now),
    'the dialog is dismissed': (now: number) => shortenHold('mine', at(now + 5 * MINUTE), at(now)),
    'the hold is cancelled': (now: number) => releaseHold('mine', at(now)),
    'the hold is swept': (now: number) => sweepHolds(at(now)),
    'the provider reports the payment': (now: number) => capture('mine', 'pay_1', now)
  }
  /** How many wrong orders a failed test lists. */
  const ENOUGH = 3

  type Event = (now: number) => Promise<unknown>

  /** The first orders that break an invariant on the way, or end in a wrong state. */
  async function problemsIn(
    orders: [string, Event][][],
    lead: number,
    endsWell: (order: string[]) => boolean
  ): Promise<string[]> {
    expect(orders).toHaveLength(5040)
    const wrong: string[] = []
    for (const order of sample(orders)) {
      if (wrong.length === ENOUGH) break
      emptyTables('slot_claims', 'refunds', 'payments', 'bookings')
      rows('UPDATE scooters SET archived_at = NULL')
      let now = NOON - lead
      await reserveSlot('mine', now)
      const problems = new Set<string>()
      for (const [, happen] of order) {
        now += 4 * MINUTE
        await happen(now)
        for (const violation of await broken(now)) problems.add(violation)
      }
      if (!endsWell(order.map(([name]) => name))) problems.add(`left ${bookingOf('mine')?.state}`)
      if (problems.size > 0) wrong.push(`${order.map(([name]) => name).join(' → ')}: ${[...problems].join(', ')}`)
    }
    return wrong
  }

  /** Events with a second scooter that the rider books, and an admin who deletes the first one. */
  const riderEvents = {
    'the rider books another scooter for that time': (now: number) => reserveSlot('other', now, { scooter: 's1' }),
    'the other payment is being confirmed': (now: number) => markSettling('other', at(now + 3600), at(now)),
    'the browser reports the payment': events['the browser reports the payment'],
    'the hold is cancelled': events['the hold is cancelled'],
    'the hold is swept': events['the hold is swept'],
    'the other is paid': async (now: number) => {
      if (bookingOf('other')) await capture('other', 'pay_2', now)
    },
    'the scooter is deleted': (now: number) =>
      deleteUnlessBooked('scooters', { id: 's0', image_url: null, name: 'S' }, { admin: ADMIN, now: at(now) })
  }

  /** Events with a refund in the provider's dashboard, and a payment that differs from the order. */
  const dashboardEvents = {
    'another rider books the slot': events['another rider books the slot'],
    'a second payment is captured': events['a second payment is captured'],
    'a wrong amount is captured': (now: number) =>
      recordMismatch({ booking: { id: 'mine' }, now: at(now), payment: { ...PAISE, amount: 1, id: 'pay_3' } }),
    'the browser reports the payment': events['the browser reports the payment'],
    'the hold is cancelled': events['the hold is cancelled'],
    'the order is reported as paid': events['the provider reports the payment'],
    'the payment is refunded in the dashboard': (now: number) =>
      recordProviderRefunds(
        { booking: { id: 'mine' }, now: at(now), payment: { ...PAISE, id: 'pay_1' } },
        {
          isComplete: true,
          processed: [{ amount: PAISE.amount, id: 'rfnd_1', receipt: null, reference: null, status: 'processed' }]
        }
      )
  }

  // With steps of four minutes the hold expires in the middle. With the short lead the ride begins before the last
  // steps.
  const leads = [
    ['well before the ride', 24 * 3600],
    ['minutes before the ride', 12 * MINUTE]
  ] as const

  test.each(leads)(
    'ends confirmed or refunded once, and breaks no invariant on the way: %s',
    { timeout: 300_000 },
    async (_, lead) => {
      const wrong = await problemsIn(permutations(Object.entries(events)), lead, () => {
        const { state } = bookingOf('mine') as StoredBooking
        return state === 'confirmed' || state === 'refund_due'
      })
      expect(wrong).toEqual([])
    }
  )

  test.each(leads)(
    'ends as at most one ride, of an existing scooter, and refunds every other payment: %s',
    { timeout: 300_000 },
    async (_, lead) => {
      const PAID = ['confirmed', 'refund_due']
      const wrong = await problemsIn(permutations(Object.entries(riderEvents)), lead, order => {
        const states = ['mine', 'other'].map(id => bookingOf(id)?.state ?? 'none')
        const isOtherPaid =
          order.indexOf('the other is paid') > order.indexOf('the rider books another scooter for that time')
        const isDeleted = order.indexOf('the scooter is deleted') < order.indexOf('the browser reports the payment')
        const [own = '', other = ''] = states
        if (!PAID.includes(own) || (isDeleted && own === 'confirmed')) return false
        if (isOtherPaid && !PAID.includes(other) && other !== 'none') return false
        return states.filter(state => state === 'confirmed').length <= 1
      })
      expect(wrong).toEqual([])
    }
  )

  // In every order: a refunded payment pays for no ride, and every other payment pays for a ride or is refunded.
  test.each(leads)(
    'ends as a ride or refunded, whenever one payment is refunded in the provider’s dashboard: %s',
    { timeout: 300_000 },
    async (_, lead) => {
      const wrong = await problemsIn(permutations(Object.entries(dashboardEvents)), lead, () => {
        const { payment_id, state } = bookingOf('mine') as StoredBooking
        const isRide = state === 'confirmed' && payment_id === 'pay_2'
        const statuses = rows<{ line: string }>("SELECT payment_id || ' ' || status AS line FROM refunds ORDER BY 1")
        const [one, ...others] = statuses.map(({ line }) => line)
        const rest = isRide ? ['pay_3 review'] : ['pay_2 due', 'pay_3 review']
        return one === 'pay_1 processed' && others.join() === rest.join() && (isRide || state !== 'confirmed')
      })
      expect(wrong).toEqual([])
    }
  )
})

describe('a sweep of more holds than it expires at once', () => {
  const HOLDS = 501

  /** A scooter and a rider for each hold. */
  function insertHolders(): void {
    for (let index = 1; index <= HOLDS; index += 1) {
      insertScooter(`many${index}`)
      insertRider(`many${index}`)
    }
  }

  test('with a time that is ahead keeps the claims of the remaining hold', async () => {
    insertHolders()
    // The remaining hold is the last one, and a sweep finds its claims first.
    for (let index = HOLDS; index >= 1; index -= 1)
      await reserveSlot(`b${index}`, NOON - 7200, { rider: `many${index}`, scooter: `many${index}` })
    await sweepHolds(at(NOON - 7200 + 1000))
    expect(rows("SELECT id FROM bookings WHERE state = 'held'")).toHaveLength(1)
    expect(await broken(NOON - 7200)).toEqual([])
  })
})

describe('a late payment', () => {
  const MINUTES = 60

  test('confirms the booking if the hold of the rider who took the slot has expired', async () => {
    let now = NOON - 3600
    await reserveSlot('mine', now)
    now += 16 * MINUTES
    await reserveSlot('rival', now, { rider: 'r1' })
    now += 15 * MINUTES
    await capture('mine', 'pay_1', now)
    expect(bookingOf('mine')?.state).toBe('confirmed')
    expect(await broken(now)).toEqual([])
  })

  test.each([
    ['expired by the cron', true],
    ['not expired by the cron', false]
  ])('is refunded after the start of the ride, with its hold %s', async (_, isSwept) => {
    await reserveSlot('mine', NOON - 20 * MINUTES)
    if (isSwept) await sweepHolds(at(NOON - MINUTES))
    await capture('mine', 'pay_1', NOON + MINUTES)
    expect(bookingOf('mine')?.state).toBe('refund_due')
    expect(rows('SELECT payment_id, reason, status FROM refunds')).toEqual([
      { payment_id: 'pay_1', reason: 'slot_lost', status: 'due' }
    ])
  })

  test.each([
    ['in the second in which the ride begins', 20, 0],
    ['in the second in which the hold expires, after the start of the ride', 10, 5]
  ])('is refunded %s', async (_, lead, late) => {
    await reserveSlot('mine', NOON - lead * MINUTES)
    await capture('mine', 'pay_1', NOON + late * MINUTES)
    expect(bookingOf('mine')?.state).toBe('refund_due')
  })

  test('confirms a settling hold after its deadline, if the cron has not expired it', async () => {
    const bookedAt = NOON - 10 * MINUTES
    await reserveSlot('mine', bookedAt)
    await markSettling('mine', at(bookedAt + 15 * MINUTES), at(bookedAt))
    await capture('mine', 'pay_1', bookedAt + 16 * MINUTES)
    expect(bookingOf('mine')?.state).toBe('confirmed')
  })

  test('confirms the booking after the start of the ride, if the hold is live', async () => {
    await reserveSlot('mine', NOON - 5 * MINUTES)
    await capture('mine', 'pay_1', NOON + 5 * MINUTES)
    expect(bookingOf('mine')?.state).toBe('confirmed')
  })
})
