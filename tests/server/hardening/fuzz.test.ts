import fc from 'fast-check'
import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { errorBody } from '#contract/kit/endpoint.ts'
import { health } from '#contract/monitoring/health.ts'
import { signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertBooking, insertPlan, insertScooter } from '#tests/helpers/data/rows.ts'
import { HOSTILE_REQUESTS, SEED, TIMEOUT_MS } from '#tests/helpers/hardening.ts'
import { fetchWithRetry, startApp } from '#tests/helpers/servers/app.ts'
import { contents } from './contents.ts'
import { anyRequest, type HostileRequest, type Identity, refusedRequest, unroutedRequest } from './requests.ts'

startApp()

const PIN = '739461'
const AT_ONCE = 40
/** Text that reveals internals: of the database, the code or the secrets. */
const INSIDE = /SQLITE|D1_ERROR|D1_TYPE|drizzle|\bat \S+ \(|\.tsx?:\d|node_modules|scrypt\$|for-this-machine-only/

let ids: string[]
let tokens: Record<Identity, string | undefined>

beforeAll(async () => {
  const [rider, admin] = [await signedInRider(), await signedInAdmin()]
  const scooter = await insertScooter(rider.property_id, { otp_pin: PIN })
  const plan = await insertPlan(rider.property_id)
  const window = { end: new Date(daysAhead(2, '12:00')), start: new Date(daysAhead(2, '10:00')) }
  const booking = await insertBooking({ ...window, scooter_id: scooter.id, user_id: (await signedInRider()).id })
  ids = [rider.property_id, scooter.id, plan.id, booking.id, `pay-${booking.id}`, rider.id]
  tokens = { admin: admin.token, garbage: 'a.b.c', nobody: undefined, rider: rider.token }
})

interface FuzzResult {
  request: HostileRequest
  body: string
  status: number
}

async function send(request: HostileRequest): Promise<FuzzResult> {
  const token = tokens[request.identity]
  const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) }
  const reply = await fetchWithRetry(request.path, {
    headers,
    method: request.method,
    ...(request.body !== undefined && { body: request.body })
  })
  return { request, body: await reply.text(), status: reply.status }
}

const isJsonOf = (schema: v.GenericSchema, body: string) => v.is(v.pipe(v.string(), v.parseJson(), schema), body)

/** With `strict`, the health report answers 503 if anything needs attention. */
const isHealthReport = ({ request, body, status }: FuzzResult) =>
  request.call === 'GET /health' && status === 503 && isJsonOf(health, body)

/** What is wrong with the response, for any request. */
function wrongIn(result: FuzzResult): string[] {
  const { request, body, status } = result
  const wrong: string[] = []
  const isRefusal = status >= 400 && !isHealthReport(result)
  if (isRefusal && status >= 500) wrong.push(`${status}`)
  if (isRefusal && !isJsonOf(errorBody, body)) wrong.push('not the shape of a refusal')
  if (INSIDE.test(body)) wrong.push('tells of the inside')
  if (request.identity !== 'admin' && body.includes(PIN)) wrong.push('tells a PIN')
  return wrong.map(
    finding =>
      `${request.call} as ${request.identity} (${request.path.slice(0, 200)}): ${finding}: ${body.slice(0, 200)}`
  )
}

const inCrowds = (hostile: fc.Arbitrary<HostileRequest>) =>
  fc.array(hostile, { maxLength: AT_ONCE, minLength: AT_ONCE })

const runs = (share: number) => ({
  endOnFailure: true,
  numRuns: Math.ceil((HOSTILE_REQUESTS * share) / AT_ONCE),
  ...SEED
})

test('no input causes a server error or a response that reveals internals', {
  timeout: TIMEOUT_MS
}, async () => {
  const check = fc.asyncProperty(
    inCrowds(fc.oneof({ arbitrary: anyRequest(ids), weight: 9 }, { arbitrary: unroutedRequest(), weight: 1 })),
    async crowd => {
      const results = await Promise.all(crowd.map(send))
      expect(results.flatMap(wrongIn)).toEqual([])
    }
  )
  await fc.assert(check, runs(0.5))
})

test('requests that must be rejected are rejected and change nothing', { timeout: TIMEOUT_MS }, async () => {
  const check = fc.asyncProperty(inCrowds(refusedRequest(ids)), async crowd => {
    const before = await contents()
    const results = await Promise.all(crowd.map(send))
    expect(results.flatMap(wrongIn)).toEqual([])
    expect(
      results
        .filter(({ status }) => status < 400)
        .map(({ request }) => `${request.call} ${request.path} ${request.body}`)
    ).toEqual([])
    expect(await contents()).toEqual(before)
  })
  await fc.assert(check, runs(0.5))
})
