import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/payments/orders.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { gatewayAt, SECRETS } from '#tests/fakes/razorpay/keys.ts'
import { startRazorpay } from '#tests/fakes/razorpay/server.ts'
import { PASSWORD, passwordHash } from '#tests/helpers/data/people.ts'
import { insertRiderSql } from '#tests/helpers/data/rider-row.ts'
import { daysAhead } from '#tests/helpers/data/rows.ts'
import { IS_WHOLE, KILLS } from '#tests/helpers/hardening.ts'
import { type KillableWorker, startKillableWorker } from '#tests/helpers/servers/killable.ts'
import { sleep } from '../../../scripts/kit/processes.ts'

// The Worker is killed while riders book and pay. No browser reports again and no webhook is delivered, so the cron has
// to find everything at the provider.

const BOOKINGS = 40 * KILLS
const RIDERS = 20
const SCOOTERS = 10
const AT_ONCE = 8
/** About the time of one booking, so that a kill interrupts several of them. */
const MOMENT_MS = 60

let worker: KillableWorker
let provider: Awaited<ReturnType<typeof startRazorpay>>
let tokens: string[] = []

beforeAll(async () => {
  provider = await startRazorpay(SECRETS)
  provider.bank.refunds_at_once = true
  worker = await startKillableWorker({
    ENVIRONMENT: 'development',
    ...gatewayAt(provider.origin),
    SESSION_SECRET: 'for-this-machine-only-never-in-production',
    THROTTLE_TIMES: '1000'
  })
  await worker.withBindings(({ DB }) => insertRows(DB))
  await worker.start()
  tokens = await Promise.all(Array.from({ length: RIDERS }, (_, rider) => signedIn(rider)))
}, 120_000)

afterAll(async () => {
  await worker.remove()
  await provider.close()
})

type Database = Parameters<Parameters<KillableWorker['withBindings']>[0]>[0]['DB']

async function insertRows(DB: Database): Promise<void> {
  const password_hash = await passwordHash
  const scooters = Array.from({ length: SCOOTERS }, (_, scooter) =>
    DB.prepare(
      `INSERT INTO scooters (id, property_id, name, status, otp_pin, created_at)
       VALUES (?, 'p', 'S', 'Available', '482915', 0)`
    ).bind(`s${scooter}`)
  )
  const riders = Array.from({ length: RIDERS }, (_, rider) =>
    DB.prepare(insertRiderSql({ id: `r${rider}`, password_hash, property_id: 'p' }))
  )
  const property = DB.prepare("INSERT INTO properties (id, name, location, created_at) VALUES ('p', 'P', 'L', 0)")
  await DB.batch([property, ...scooters, ...riders])
}

async function signedIn(rider: number): Promise<string> {
  const body = JSON.stringify({ email: `r${rider}@example.test`, password: PASSWORD })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${worker.address}/api/auth/signin`, { body, headers, method: 'POST' })
  if (!reply.ok) throw new Error(`The sign-in was answered ${reply.status}: ${await reply.text()}`)
  return ((await reply.json()) as { access_token: string }).access_token
}

/** A request that the killed Worker does not answer. */
async function post(path: string, rider: number, body: FormData | string): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${tokens[rider]}`,
    ...(typeof body === 'string' && { 'content-type': 'application/json' })
  }
  return fetch(`${worker.address}/api${path}`, { body, headers, method: 'POST' })
    .then(reply => (reply.ok ? reply.json() : null))
    .catch(() => null)
}

/** Books, pays, and reports the payment; every third browser is closed before that. Returns false without an order. */
async function ride(index: number): Promise<boolean> {
  const rider = index % RIDERS
  // Every tenth rider requests the slot of the previous one.
  const scooterIndex = index % SCOOTERS === 0 && index > 0 ? index - 1 : index
  const body = {
    duration_hours: 3,
    scooter_id: `s${scooterIndex % SCOOTERS}`,
    start_time: daysAhead(1 + Math.floor(scooterIndex / SCOOTERS), '10:00')
  }
  const order = (await post('/bookings/hourly', rider, JSON.stringify(body))) as Order | null
  if (!order) return false
  const receipt = provider.bank.pay(order.razorpay_order_id)
  if (index % 3 === 0) return true
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...receipt, session_id: order.session_id })) form.set(name, value)
  await post('/bookings/payment-success', rider, form)
  return true
}

/** Kills the Worker at a random moment after this many orders and restarts it. Returns the riders without an order. */
async function killAmong(rides: readonly number[], orders: number): Promise<number[]> {
  const waiting = rides.values()
  const without: number[] = []
  let killing: Promise<void> | null = null
  let bookingCount = 0
  const turn = async () => {
    for (const index of waiting) {
      if (killing || !(await ride(index))) without.push(index)
      else bookingCount += 1
      if (bookingCount >= orders) killing ??= sleep(MOMENT_MS * Math.random()).then(worker.kill)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, turn))
  await (killing ?? worker.kill())
  await worker.start()
  return without
}

interface Payment {
  payment_id: string
  refund: string | null
  state: string
}

// tests/model/payments/crash-points.test.ts stops at every call, in each `npm test`.
test.runIf(IS_WHOLE)(
  `no payment and no slot is lost when the Worker is killed ${KILLS} times among ${BOOKINGS} bookings`,
  {
    timeout: 180_000
  },
  async () => {
    let rides = Array.from({ length: BOOKINGS }, (_, index) => index)
    for (let kill = 1; kill <= KILLS; kill += 1) rides = await killAmong(rides, BOOKINGS / (KILLS + 1))
    await Promise.all(rides.map(ride))
    const now = new Date()
    for (const minutes of [2, 4]) await worker.cron(new Date(now.getTime() + minutes * MINUTE_MS))
    await worker.kill()

    const { bank } = provider
    const captured = bank
      .orders()
      .flatMap(({ id }) => bank.paymentsOf(id))
      .filter(payment => payment.captured)
    await worker.withBindings(async ({ DB }) => {
      expect(await brokenInvariants(DB, new Date())).toEqual([])
      const { results } = await DB.prepare(
        `SELECT p.payment_id, b.state, r.status AS refund FROM payments p JOIN bookings b ON b.id = p.booking_id
         LEFT JOIN refunds r ON r.payment_id = p.payment_id WHERE p.status = 'captured'`
      ).all<Payment>()
      const known = new Map(results.map(row => [row.payment_id, row]))
      const unsettled = captured.filter(({ id }) => {
        const { refund, state } = known.get(id) ?? {}
        return refund === 'processed' ? bank.refundsOf(id).length !== 1 : state !== 'confirmed'
      })
      expect(unsettled.map(({ id }) => known.get(id) ?? id)).toEqual([])
      expect(results.map(({ payment_id }) => payment_id).sort()).toEqual(captured.map(({ id }) => id).sort())
      // How many riders got through depends on the moments of the kills.
      expect(captured.length).toBeGreaterThan(BOOKINGS / 2)
    })
  }
)
