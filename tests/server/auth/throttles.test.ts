import { beforeEach, describe, expect, test } from 'vitest'
import { signIn, signInAdmin } from '#contract/auth/sign-in.ts'
import { signUp } from '#contract/auth/sign-up.ts'
import { createHourlyBooking, resumePayment } from '#contract/bookings/create-booking.ts'
import { type Endpoint, pathOf } from '#contract/kit/endpoint.ts'
import { confirmPayment, receiveWebhook, recordPaymentFailure } from '#contract/payments/orders.ts'
import { sendConfirmLink } from '#contract/riders/confirm-email.ts'
import { updateProfile } from '#contract/riders/edit-profile.ts'
import { uploadLicence } from '#contract/uploads/uploads.ts'
import {
  CONFIRM_LINKS_PER_HOUR,
  EMAIL_CHANGES_PER_HOUR,
  LICENCE_UPLOADS_PER_HOUR,
  ORDERS_PER_MINUTE,
  PAYMENT_CALLS_PER_MINUTE,
  RESUMES_PER_MINUTE,
  SIGN_INS_PER_HOUR,
  SIGN_UPS_PER_HOUR
} from '#domain/request-limits.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { newcomer, signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertScooter, pictures } from '#tests/helpers/data/rows.ts'
import { passThrottleHour, resetThrottles } from '#tests/helpers/data/stored-state.ts'
import { type AnyInput, app, bucket, sql, startApp, toRequestInit } from '#tests/helpers/servers/app.ts'

// The rate limits, on the Worker itself.

startApp(() => ({ THROTTLE_TIMES: '1' }))

const CLIENT_IP = '203.0.113.9'
const OTHER_IP = '203.0.113.10'

const waitRefusal = (wait: number): object => ({
  code: 'too_many_requests',
  detail: apiErrorsText.tooManyRequests(wait)
})

/** Calls from a client address, as the edge reports it; returns the status and the wait. */
async function callFrom(
  endpoint: Endpoint,
  { body, params }: AnyInput,
  { from = CLIENT_IP, refused = waitRefusal, token = '' } = {}
) {
  const { headers, ...request } = await toRequestInit(endpoint, body, token || undefined)
  const reply = await app.fetch(`/api${pathOf(endpoint, params)}`, {
    ...request,
    headers: { ...headers, 'cf-connecting-ip': from }
  })
  const wait = Number(reply.headers.get('retry-after'))
  if (reply.status === 429) expect(await reply.json()).toEqual(refused(wait))
  else await reply.text()
  return { status: reply.status, wait }
}

/** Raises the counter that the previous call created by this number. */
async function raiseCounter(prefix: string, count: number): Promise<void> {
  const changed = await sql('UPDATE throttles SET count = ?2 WHERE key LIKE ?1 RETURNING key', `${prefix} %`, count)
  expect(changed).toHaveLength(1)
}

const sentLicence = () => ({ body: { email: 'asha@example.test', file: pictures.jpeg() } })
const nobody = (email: string) => ({ body: { email, password: 'Wrong@123' } })
let newcomers = 0

const unknownLicence = async () => ({
  body: await newcomer({ license_photo_url: `/api/admin/licenses/${'0'.repeat(32)}` })
})

beforeEach(async () => {
  await resetThrottles()
})

interface Crowd {
  prefix: string
  allowed: number
  endpoint: Endpoint
  input: () => AnyInput | Promise<AnyInput>
  /** The status while the limit is not reached. */
  status: number
}

const AN_HOUR: Crowd[] = [
  { endpoint: signUp, input: unknownLicence, allowed: SIGN_UPS_PER_HOUR, status: 422, prefix: 'sign-up' },
  { endpoint: uploadLicence, input: sentLicence, allowed: LICENCE_UPLOADS_PER_HOUR, status: 200, prefix: 'licence' },
  {
    endpoint: signIn,
    input: () => nobody(`nobody.${++newcomers}@example.test`),
    allowed: SIGN_INS_PER_HOUR,
    status: 401,
    prefix: 'sign-in'
  },
  {
    endpoint: signInAdmin,
    input: () => nobody(`nobody.${++newcomers}@example.test`),
    allowed: SIGN_INS_PER_HOUR,
    status: 401,
    prefix: 'sign-in'
  }
]

describe.each(AN_HOUR)(
  '$allowed times $endpoint.path an hour from one address',
  ({ endpoint, input, allowed, status, prefix }) => {
    test('are allowed; the next call is rejected with a wait, and another address is not affected', async () => {
      const once = async (from?: string) => callFrom(endpoint, await input(), { from })
      expect((await once()).status).toBe(status)
      await raiseCounter(prefix, allowed - 2)
      expect([(await once()).status, (await once()).status]).toEqual([status, status])
      const refused = await once()
      expect(refused.status).toBe(429)
      expect(refused.wait).toBeGreaterThan(3500)
      expect(refused.wait).toBeLessThanOrEqual(3600)
      expect((await once(OTHER_IP)).status).toBe(status)
      await passThrottleHour()
      expect((await once()).status).toBe(status)
    })
  }
)

describe('a limit', () => {
  test('stores no picture above the limit in the bucket', async () => {
    await callFrom(uploadLicence, sentLicence())
    await raiseCounter('licence', LICENCE_UPLOADS_PER_HOUR - 1)
    await callFrom(uploadLicence, sentLicence())
    const before = (await bucket.list('licenses/')).length
    expect((await callFrom(uploadLicence, sentLicence())).status).toBe(429)
    expect(await bucket.list('licenses/')).toHaveLength(before)
  })

  test('on sign-ups also counts emails that are already taken', async () => {
    const { email } = await signedInRider()
    const { body } = await unknownLicence()
    const taken = () => callFrom(signUp, { body: { ...body, email } })
    await taken()
    await raiseCounter('sign-up', SIGN_UPS_PER_HOUR - 1)
    expect((await taken()).status).not.toBe(429)
    const both = [body.email, email].map(email => callFrom(signUp, { body: { ...body, email } }))
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([429, 429])
  })

  test('allows each rider ten order requests a minute, whatever their result', async () => {
    const rider = await signedInRider()
    const scooter = await insertScooter(rider.property_id)
    const order = (token: string) =>
      callFrom(
        createHourlyBooking,
        { body: { duration_hours: 1, scooter_id: scooter.id, start_time: daysAhead(2, '10:00') } },
        { token }
      )
    const statuses: number[] = []
    for (let index = 0; index < ORDERS_PER_MINUTE; index += 1) statuses.push((await order(rider.token)).status)
    expect(statuses).toEqual(Array(ORDERS_PER_MINUTE).fill(200))
    const refused = await order(rider.token)
    expect(refused.status).toBe(429)
    expect(refused.wait).toBeLessThanOrEqual(60)
    const neighbour = await signedInRider({ property_id: rider.property_id })
    expect((await order(neighbour.token)).status).toBe(400)
  })

  test('allows as many payment reports as a page sends, and fewer resumed payments', async () => {
    const rider = await signedInRider()
    const other = await signedInRider()
    const report = ({ token }: { token: string }) =>
      callFrom(recordPaymentFailure, { body: { error_description: 'declined', session_id: 'none' } }, { token })
    const complete = (id: string) => callFrom(resumePayment, { params: { id } }, { token: rider.token })
    for (let index = 0; index < RESUMES_PER_MINUTE; index += 1) expect((await complete('one')).status).toBe(404)
    expect([(await complete('one')).status, (await complete('another')).status]).toEqual([429, 404])
    expect((await report(rider)).status).toBe(404)
    await raiseCounter('payment-failed', PAYMENT_CALLS_PER_MINUTE - 1)
    expect([(await report(rider)).status, (await report(rider)).status]).toEqual([404, 429])
    expect((await report(other)).status).toBe(404)
  })

  test('checks a paid payment after any number of failed and resumed ones', async () => {
    const rider = await signedInRider()
    const ids = { razorpay_order_id: 'o', razorpay_payment_id: 'p', razorpay_signature: 's', session_id: 'none' }
    const calls = {
      'payment-failed': () =>
        callFrom(recordPaymentFailure, { body: { error_description: 'declined', session_id: 'none' } }, rider),
      'payment-paid': () => callFrom(confirmPayment, { body: ids }, rider),
      resumes: () => callFrom(resumePayment, { params: { id: 'none' } }, rider)
    }
    for (const [prefix, send] of Object.entries(calls)) {
      expect((await send()).status).toBe(404)
      await raiseCounter(prefix, PAYMENT_CALLS_PER_MINUTE - 1)
      expect([(await send()).status, (await send()).status]).toEqual([404, 429])
    }
  })

  test('allows a rider five links to confirm an email in an hour', async () => {
    const rider = await signedInRider()
    const statuses: number[] = []
    for (let sent = 0; sent <= CONFIRM_LINKS_PER_HOUR; sent += 1)
      statuses.push((await callFrom(sendConfirmLink, { body: {} }, { token: rider.token })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('does not apply to webhooks', async () => {
    const calls = Array.from({ length: 30 }, () => callFrom(receiveWebhook, {}))
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).not.toContain(429)
    expect(await sql('SELECT key FROM throttles')).toEqual([])
  })

  test('is deleted by the cron after it has expired', async () => {
    await callFrom(uploadLicence, sentLicence())
    await app.runMinute(new Date(Date.now() + 3_500_000))
    expect(await sql('SELECT key FROM throttles')).toHaveLength(1)
    await app.runMinute(new Date(Date.now() + 3_700_000))
    expect(await sql('SELECT key FROM throttles')).toEqual([])
  })
})

describe('a profile', () => {
  const saving = (property_id: string, email: string, name = 'Asha Rao') => ({
    body: { date_of_birth: '1998-02-28', email, name, phone: '+91 98450 12345', property_id }
  })
  const free = () => `another.${++newcomers}@example.test`

  test('allows ten new emails an hour, taken or free, and any number of saves with its own email', async () => {
    const [rider, other] = [await signedInRider(), await signedInRider()]
    const save = (email: string, name?: string) =>
      callFrom(updateProfile, saving(rider.property_id, email, name), { token: rider.token })
    await resetThrottles()
    for (let index = 0; index < 12; index += 1) expect((await save(rider.email, `Asha ${index}`)).status).toBe(200)
    const kept = free()
    const emails = [kept, ...Array<string>(EMAIL_CHANGES_PER_HOUR.account - 1).fill(other.email)]
    const statuses: number[] = []
    for (const email of emails) statuses.push((await save(email)).status)
    expect(statuses).toEqual([200, ...Array<number>(emails.length - 1).fill(409)])
    const refused = [await save(other.email), await save(free())]
    expect(refused.map(({ status }) => status)).toEqual([429, 429])
    expect(refused[0]?.wait).toBeGreaterThan(3500)
    expect((await save(kept, 'Asha R')).status).toBe(200)
    const neighbour = { token: other.token }
    expect((await callFrom(updateProfile, saving(other.property_id, free()), neighbour)).status).toBe(200)
    await passThrottleHour()
    expect((await save(free())).status).toBe(200)
  })

  test('allows a hundred new emails an hour from one address, across all accounts', async () => {
    const riders = [await signedInRider(), await signedInRider(), await signedInRider()] as const
    const rename = ({ property_id, token }: (typeof riders)[number], from = CLIENT_IP) =>
      callFrom(updateProfile, saving(property_id, free()), { from, token })
    await resetThrottles()
    expect((await rename(riders[0])).status).toBe(200)
    await raiseCounter('email-address', EMAIL_CHANGES_PER_HOUR.address - 1)
    expect([(await rename(riders[1])).status, (await rename(riders[2])).status]).toEqual([200, 429])
    expect((await rename(riders[2], OTHER_IP)).status).toBe(200)
  })
})
