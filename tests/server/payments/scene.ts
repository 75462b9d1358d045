import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { createHourlyBooking, listMyBookings, type Order, paymentSucceeded } from '#contract/bookings/bookings.ts'
import type { Receipt } from '#contract/payments/sandbox.ts'
import { brokenInvariants } from '#server/runtime/invariants.ts'
import { signedInRider } from '#tests/helpers/data/people.ts'
import { aScooter, daysAhead } from '#tests/helpers/data/things.ts'
import { app, database, sql } from '#tests/helpers/servers/app.ts'
import { provider, startAppWithProvider, webhook } from '#tests/helpers/servers/provider.ts'
import type { Attempt } from '#tests/razorpay/attempts.ts'
import type { EventName } from '#tests/razorpay/events.ts'

// Bookings and their money at the provider's look-alike, as riders, banks and the database see them.

type Rider = Awaited<ReturnType<typeof signedInRider>>

export interface Held {
  id: string
  order: Order
  rider: Rider
  scooter: Awaited<ReturnType<typeof aScooter>>
  start_time: string
}

let resident: Rider

/** Every test begins with nothing due and a provider in good health, and ends with every promise kept. */
export function startScene(): void {
  startAppWithProvider()
  beforeAll(async () => {
    resident = await signedInRider()
  })
  beforeEach(async () => {
    const { bank, faults } = provider()
    faults.mend()
    bank.balance_too_low = false
    bank.refunds_at_once = false
    bank.webhooks.pending = []
    await sql('UPDATE bookings SET next_check_at = NULL')
    await sql('DELETE FROM failing_items')
    await sql("UPDATE refunds SET status = 'processed', lease_until = NULL WHERE status IN ('due', 'sent')")
  })
  afterEach(async () => {
    expect(await brokenInvariants(database(), new Date(), { since: new Date(100_000_000) })).toEqual([])
  })
}

const RIDES_A_DAY = ['06:00', '08:00', '10:00', '12:00', '14:00', '16:00', '18:00', '20:00'] as const
let rides = 0

/** A time of nobody's, days ahead. */
function someTime(): string {
  const day = 2 + Math.floor(++rides / RIDES_A_DAY.length)
  return daysAhead(day, RIDES_A_DAY[rides % RIDES_A_DAY.length] ?? '10:00')
}

export const anotherRider = () => signedInRider({ property_id: resident.property_id })

/** A new scooter, held for an hour, which costs 5,000 paise. */
export async function held(rider = resident): Promise<Held> {
  const scooter = await aScooter(rider.property_id)
  return heldBy(rider, { scooter, start_time: someTime() })
}

async function heldBy(rider: Rider, { scooter, start_time }: Pick<Held, 'scooter' | 'start_time'>): Promise<Held> {
  const order = await rider.call(createHourlyBooking, asking({ scooter, start_time }))
  return { id: order.session_id, order, rider, scooter, start_time }
}

export const asking = ({ scooter, start_time }: Pick<Held, 'scooter' | 'start_time'>) => ({
  body: { duration_hours: 1, scooter_id: scooter.id, start_time } as const
})

/** The same scooter at the same time, for somebody else. */
export const takenByRival = async (lost: Pick<Held, 'scooter' | 'start_time'>) => heldBy(await anotherRider(), lost)

/** A scooter that nobody holds yet, and who asks for it. */
export const wished = async () => ({
  rider: resident,
  scooter: await aScooter(resident.property_id),
  start_time: someTime()
})

/** What the dialog hands over; the bank has the money unless said otherwise. */
export const paidAtBank = ({ order }: Held, asked: Attempt = {}): Receipt =>
  provider().bank.pay(order.razorpay_order_id, asked)

export const proof = ({ id }: Held, receipt: Receipt) => ({ body: { ...receipt, session_id: id } })

export const tell = (booking: Held, receipt: Receipt) => booking.rider.call(paymentSucceeded, proof(booking, receipt))

/** Booked, paid and told of. */
export async function ridePaid(rider = resident): Promise<Held & { payment_id: string }> {
  const booking = await held(rider)
  const receipt = paidAtBank(booking)
  await tell(booking, receipt)
  return { ...booking, payment_id: receipt.razorpay_payment_id }
}

/** As his rider sees it in My Bookings. */
export const seen = async ({ id, rider }: Held) => (await rider.call(listMyBookings)).find(booking => booking.id === id)

interface Kept {
  checks: number
  created_at: number
  hold_until: number | null
  next_check_at: number | null
  order_id: string | null
  payment_id: string | null
  settling: number
  state: string
}

export async function kept({ id }: { id: string }): Promise<Kept> {
  const [row] = await sql<Kept>('SELECT * FROM bookings WHERE id = ?', id)
  if (!row) throw new Error(`There is no booking ${id}`)
  return row
}

export const claimsOf = ({ id }: Held) =>
  sql<{ hold_until: number | null }>('SELECT hold_until FROM slot_claims WHERE booking_id = ?', id)

/** As if its time to pay had passed; of what is paid, nothing ends. */
export async function endHold({ id }: Held): Promise<void> {
  await sql("UPDATE bookings SET hold_until = 1 WHERE id = ? AND state = 'held'", id)
  await sql('UPDATE slot_claims SET hold_until = 1 WHERE booking_id = ? AND hold_until IS NOT NULL', id)
}

interface Refund {
  attempts: number
  lease_until: number | null
  note: string | null
  payment_id: string
  reason: string
  refund_id: string | null
  status: string
}

export const refundsOf = ({ id }: { id: string }) =>
  sql<Refund>('SELECT * FROM refunds WHERE booking_id = ? ORDER BY created_at, payment_id', id)

export const paymentsOf = ({ id }: { id: string }) =>
  sql<{ payment_id: string | null; reason: string | null; status: string }>(
    'SELECT payment_id, reason, status FROM payments WHERE booking_id = ? ORDER BY created_at, id',
    id
  )

/** What the provider gives back of an order's money, or has given back. */
export function givenBack({ order }: { order: Order }) {
  const { bank } = provider()
  const refunds = bank.paymentsOf(order.razorpay_order_id).flatMap(({ id }) => bank.refundsOf(id))
  return refunds.filter(({ status }) => status !== 'failed')
}

/** The event as the provider tells it of this payment. */
export function eventOf(name: EventName, { razorpay_payment_id }: Pick<Receipt, 'razorpay_payment_id'>) {
  const found = provider().bank.events.findLast(
    ({ body, event }) => event === name && body.includes(razorpay_payment_id)
  )
  if (!found) throw new Error(`Nothing was told of ${razorpay_payment_id}: ${name}`)
  return found
}

export const deliver = (...told: [event: ReturnType<typeof eventOf>, forged?: object]) =>
  provider().bank.webhooks.deliver(webhook, ...told)

const MINUTE_MS = 60_000

export const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS)

/** The cron, a little more than so many minutes from now. */
export const afterMinutes = (minutes: number) => app.runMinute(new Date(minutesFromNow(minutes).getTime() + 1000))

/** How often the provider was asked this, of this order or payment. */
export function askedOf(call: 'fetchPayment' | 'fetchRefund' | 'orderPayments' | 'refund', id: string) {
  return provider()
    .faults.asked(call)
    .filter(({ path }) => path.includes(id))
}

/** Its time has come: from now on only a live hold can become a ride. */
export async function beginRide({ id }: Held): Promise<void> {
  await sql('UPDATE bookings SET start_at = unixepoch() - 60, end_at = unixepoch() + 3540 WHERE id = ?', id)
}
