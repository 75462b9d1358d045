import type { D1Database } from '@cloudflare/workers-types'
import { createTestHarness, type TestHarness } from 'wrangler'
import { builtWorker } from '../../../build/build.ts'
import { setup } from '../../../build/build-for-tests.ts'
import { claim } from './claims.ts'
import './counted-bindings.ts'
import { countText, median, print, ratioText } from '../table.ts'
import { openDatabase, type Rows, rowsOf } from './counted-d1.ts'
import { write } from './databases.ts'
import { fixtureRows, PASSWORD, PROPERTIES, RIDER, riderId, scooterAt } from './portal-fixtures.ts'
import { freeWindow } from './rides.ts'

// The cost of holding a window, with few and with many claimed half hours. It uses test Workers, like the API tests.

// Prevents network requests of the local runtime.
process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= 'false'

const FEW = 1000
const MANY = 1_000_000
const WARMING = 20
const RUNS = 200
const LOST = 'Error: Network connection lost.'
const LOST_MAX = 20
const TIME_RATIO_MAX = 1.5
const ROWS_RATIO_MAX = 1.2

/** A rider with the same history in both databases, and a neighbour whose rides grow with the others. */
const RIDER_IDS = { neighbour: riderId(PROPERTIES), rider: RIDER.id }
const { property_id } = scooterAt(0)

/** The rows that one more hold reads and writes, as reported by D1. */
async function rowsFor(id: string, now: Date): Promise<Rows> {
  const [{ createHourlyBooking }, { cancelBooking }] = await Promise.all([
    import('#server/bookings/create-booking.ts'),
    import('#server/bookings/cancel-booking.ts')
  ])
  const rider = { id, property_id }
  const call = { headers: new Headers(), isSecure: false, now, responseHeaders: new Headers() }
  const held = { id: '' }
  const rows = await rowsOf(async () => {
    const order = await createHourlyBooking({ body: freeWindow(now) }, rider, call)
    if (!(order instanceof Response)) held.id = String(order.session_id)
  })
  await cancelBooking({ body: {}, params: held }, rider, call)
  return rows
}

type Answer = Record<string, unknown>
/** Null if the connection was lost. The local proxy in front of the Worker sometimes drops one. */
type Post = (path: string, body: unknown) => Promise<Answer | null>

/** The built Worker with this many claims, and the cost of one more hold. */
async function workerWith(claims: number, now: Date) {
  const harness = createTestHarness({ workers: [{ configPath: builtWorker() }] })
  await harness.listen()
  const worker = harness.getWorker<{ DB: D1Database }>()
  await worker.applyD1Migrations('DB')
  const { DB } = (await worker.getEnv()) as unknown as { DB: D1Database }
  await write(DB, await fixtureRows(now))
  await claim(DB, claims, now)
  openDatabase(DB)
  const rows = { neighbour: await rowsFor(RIDER_IDS.neighbour, now), rider: await rowsFor(RIDER_IDS.rider, now) }
  return { close: () => harness.close(), post: await posting(harness), rows }
}

/** Sends requests over HTTP, like a rider's browser. */
async function posting(harness: TestHarness): Promise<Post> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const post: Post = async (path, body) => {
    const reply = await harness.fetch(`/api${path}`, { body: JSON.stringify(body), headers, method: 'POST' })
    const text = await reply.text()
    if (reply.status === 500 && text.startsWith(LOST)) return null
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`)
    return JSON.parse(text) as Answer
  }
  const signedIn = await post('/auth/signin', { email: RIDER.email, password: PASSWORD })
  headers.authorization = `Bearer ${signedIn?.access_token}`
  return post
}

/** How long the hold took. Null if a connection was lost, in which case the window may still be held. */
async function reserveAndCancel(post: Post, now: Date): Promise<number | null> {
  const startedAt = performance.now()
  const order = await post('/bookings/hourly', freeWindow(now))
  const took = performance.now() - startedAt
  const isOver = order !== null && (await post(`/bookings/${order.session_id}/cancel`, {})) !== null
  return isOver ? took : null
}

/** Alternates the order of both, so that the machine's load affects them equally. */
async function timesOf(few: Post, many: Post, now: Date) {
  const times = new Map<Post, number[]>()
  let lost = 0
  for (let run = 0; run < WARMING + RUNS + lost; run += 1) {
    if (lost > LOST_MAX) throw new Error(`${lost} requests to the Worker were lost`)
    for (const post of run % 2 === 0 ? [few, many] : [many, few]) {
      const took = await reserveAndCancel(post, now)
      if (took === null) lost += 1
      // Cancel a hold that a lost run may have left, without timing it. Otherwise the next run would find its own hold.
      if (took === null) await reserveAndCancel(post, now)
      else if (run >= WARMING) times.set(post, [...(times.get(post) ?? []), took])
    }
  }
  return { few: median(times.get(few) ?? []), lost, many: median(times.get(many) ?? []) }
}

const rowOf = (name: string, [few, many]: [number, number], most: string) => [
  name,
  countText(few),
  countText(many),
  ratioText(many, few),
  most
]

export async function measureReserve(): Promise<void> {
  await setup()
  const now = new Date()
  console.log(`Claiming ${countText(MANY)} half hours …`)
  const [few, many] = [await workerWith(FEW, now), await workerWith(MANY, now)]
  const time = await timesOf(few.post, many.post, now)
  await Promise.all([few.close(), many.close()])
  print(
    `Holding a window, by the number of claimed half hours (time: median of ${RUNS} runs, ${time.lost} lost)`,
    ['', countText(FEW), countText(MANY), 'many ÷ few', 'most'],
    [
      [
        'time',
        `${time.few.toFixed(2)} ms`,
        `${time.many.toFixed(2)} ms`,
        ratioText(time.many, time.few),
        `${TIME_RATIO_MAX} ×`
      ],
      rowOf('rows read', [few.rows.rider.read, many.rows.rider.read], `${ROWS_RATIO_MAX} ×`),
      rowOf('rows written', [few.rows.rider.written, many.rows.rider.written], `${ROWS_RATIO_MAX} ×`),
      rowOf('rows read for a neighbour', [few.rows.neighbour.read, many.rows.neighbour.read], '–')
    ]
  )
}
