import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { confirmPayment, type Order, type PaymentReceipt } from '#contract/payments/orders.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import type { Attempt } from '#tests/fakes/razorpay/bank/attempts.ts'
import type { EventName } from '#tests/fakes/razorpay/events.ts'
import { signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertScooter } from '#tests/helpers/data/rows.ts'
import type { StoredBooking, StoredRefund } from '#tests/helpers/data/stored-rows.ts'
import { endHold } from '#tests/helpers/data/stored-state.ts'
import { app, database, sql, sqlBatch } from '#tests/helpers/servers/app.ts'
import { razorpayServer, sendWebhook, startAppWithProvider } from '#tests/helpers/servers/provider.ts'

// Bookings and their payments at the fake provider, as riders, banks and the database see them.

type Rider = Awaited<ReturnType<typeof signedInRider>>

export interface HeldBooking {
  id: string
  order: Order
  rider: Rider
  scooter: Awaited<ReturnType<typeof insertScooter>>
  start_time: string
}

let resident: Rider

/** Every test begins with nothing due and a working provider, and ends with a check of all invariants. */
export function setUpPaymentTests(variables?: () => Promise<Record<string, string>>): void {
  startAppWithProvider(variables)
  beforeAll(async () => {
    resident = await signedInRider()
    // Files can share this module. Each has a rider of its own, so each begins with near days.
    rides = 0
  })
  beforeEach(async () => {
    const { bank, faults } = razorpayServer()
    faults.clear()
    bank.balance_too_low = false
    bank.refunds_at_once = false
    bank.webhooks.pending = []
    await sqlBatch(
      ['UPDATE bookings SET next_check_at = NULL'],
      ['DELETE FROM failing_items'],
      ["UPDATE refunds SET status = 'processed', lease_until = NULL WHERE status IN ('due', 'sent')"]
    )
  })
  afterEach(async () => {
    expect(await brokenInvariants(database(), app.lastRun(), { since: new Date(100_000_000) })).toEqual([])
  })
}

const RIDES_A_DAY = ['06:00', '08:00', '10:00', '12:00', '14:00', '16:00', '18:00', '20:00'] as const
let rides = 0

/** A free window, days ahead. */
function futureTime(): string {
  const day = 2 + Math.floor(++rides / RIDES_A_DAY.length)
  return daysAhead(day, RIDES_A_DAY[rides % RIDES_A_DAY.length] ?? '10:00')
}

export const anotherRider = () => signedInRider({ property_id: resident.property_id })

/** A new scooter, held for an hour, which costs 5,000 paise. */
export async function holdScooter(rider = resident): Promise<HeldBooking> {
  const scooter = await insertScooter(rider.property_id)
  return heldBy(rider, { scooter, start_time: futureTime() })
}

async function heldBy(
  rider: Rider,
  { scooter, start_time }: Pick<HeldBooking, 'scooter' | 'start_time'>
): Promise<HeldBooking> {
  const order = await rider.call(createHourlyBooking, bookingRequest({ scooter, start_time }))
  return { id: order.session_id, order, rider, scooter, start_time }
}

export const bookingRequest = ({ scooter, start_time }: Pick<HeldBooking, 'scooter' | 'start_time'>) => ({
  body: { duration_hours: 1, scooter_id: scooter.id, start_time } as const
})

/** The same scooter and window, for another rider. */
export const bookedByRival = async (lost: Pick<HeldBooking, 'scooter' | 'start_time'>) =>
  heldBy(await anotherRider(), lost)

/** A scooter without a hold, and a rider who requests it. */
export const freeSlot = async () => ({
  rider: resident,
  scooter: await insertScooter(resident.property_id),
  start_time: futureTime()
})

/** What the checkout passes on; the bank has captured the payment by default. */
export const paidAtBank = ({ order }: HeldBooking, options: Attempt = {}): PaymentReceipt =>
  razorpayServer().bank.pay(order.razorpay_order_id, options)

export const paymentProof = ({ id }: HeldBooking, receipt: PaymentReceipt) => ({ body: { ...receipt, session_id: id } })

export const reportPayment = (booking: HeldBooking, receipt: PaymentReceipt) =>
  booking.rider.call(confirmPayment, paymentProof(booking, receipt))

/** Booked, paid and reported. */
export async function paidRide(rider = resident): Promise<HeldBooking & { payment_id: string }> {
  const booking = await holdScooter(rider)
  const receipt = paidAtBank(booking)
  await reportPayment(booking, receipt)
  return { ...booking, payment_id: receipt.razorpay_payment_id }
}

/** The booking as the rider sees it in My Bookings. */
export const bookingSeenByRider = async ({ id, rider }: HeldBooking) =>
  (await rider.call(listMyBookings)).find(booking => booking.id === id)

export async function storedBooking({ id }: { id: string }): Promise<StoredBooking> {
  const [row] = await sql<StoredBooking>('SELECT * FROM bookings WHERE id = ?', id)
  if (!row) throw new Error(`There is no booking ${id}`)
  return row
}

export const claimsOf = ({ id }: HeldBooking) =>
  sql<{ hold_until: number | null }>('SELECT hold_until FROM slot_claims WHERE booking_id = ?', id)

/** Lets the hold expire; a paid booking does not change. */
export const expireHold = ({ id }: HeldBooking) => endHold(id)

export const refundsOf = ({ id }: { id: string }) =>
  sql<StoredRefund>('SELECT * FROM refunds WHERE booking_id = ? ORDER BY created_at, payment_id', id)

export const paymentsOf = ({ id }: { id: string }) =>
  sql<{ payment_id: string | null; reason: string | null; status: string }>(
    'SELECT payment_id, reason, status FROM payments WHERE booking_id = ? ORDER BY created_at, id',
    id
  )

/** The provider's refunds of an order, pending or processed. */
export function providerRefunds({ order }: { order: Order }) {
  const { bank } = razorpayServer()
  const refunds = bank.paymentsOf(order.razorpay_order_id).flatMap(({ id }) => bank.refundsOf(id))
  return refunds.filter(({ status }) => status !== 'failed')
}

/** The event that the provider sends about this payment. */
export function eventOf(name: EventName, { razorpay_payment_id }: Pick<PaymentReceipt, 'razorpay_payment_id'>) {
  const found = razorpayServer().bank.events.findLast(
    ({ body, event }) => event === name && body.includes(razorpay_payment_id)
  )
  if (!found) throw new Error(`Nothing was told of ${razorpay_payment_id}: ${name}`)
  return found
}

export const deliver = (...events: [event: ReturnType<typeof eventOf>, forged?: object]) =>
  razorpayServer().bank.webhooks.deliver(sendWebhook, ...events)

export const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS)

/** Runs the cron, a little more than this many minutes from now. */
export const afterMinutes = (minutes: number) => app.runMinute(new Date(minutesFromNow(minutes).getTime() + 1000))

/** How often the provider received this call, for this order or payment. */
export function providerCallCount(call: 'fetchPayment' | 'fetchRefund' | 'orderPayments' | 'refund', id: string) {
  return razorpayServer()
    .faults.requestsOf(call)
    .filter(({ path }) => path.includes(id))
}

/** Moves the start into the past: from now on only a live hold can become a ride. */
export async function beginRide({ id }: HeldBooking): Promise<void> {
  await sql('UPDATE bookings SET start_at = unixepoch() - 60, end_at = unixepoch() + 3540 WHERE id = ?', id)
}
