import { beforeAll, describe, expect, test } from 'vitest'
import { signIn, signOut } from '#contract/auth/sign-in.ts'
import { signUp } from '#contract/auth/sign-up.ts'
import { cancelBookingAsAdmin, listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import {
  confirmPayment,
  type PaymentReceipt,
  paySandboxOrder,
  recordPaymentFailure
} from '#contract/payments/orders.ts'
import { listRiders } from '#contract/riders/admin-riders.ts'
import { getLicence } from '#contract/uploads/uploads.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { PATHS } from '#domain/routes.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { newcomer, signedInAdmin } from '#tests/helpers/data/people.ts'
import { daysAhead, insertScooter } from '#tests/helpers/data/rows.ts'
import { app, callAs, refusedCallAs, send, sql, startApp } from '#tests/helpers/servers/app.ts'

// What an operator reads: one line of JSON for each request, without personal data.

startApp()

const REQUEST_FIELDS = ['level', 'event', 'request_id', 'method', 'route', 'status', 'ms']

interface Line {
  event: string
  level: string
  request_id: string
  route?: string
  status?: number
}

/** The lines that an action logs. */
async function linesOf(work: () => Promise<unknown>): Promise<Line[]> {
  const before = app.logs().length
  await work()
  return app
    .logs()
    .slice(before)
    .map(line => JSON.parse(line) as Line)
}

describe('a request', () => {
  test.each([
    ['/api/properties?secret=mango', '/api/properties', 200],
    ['/api/images/mango', '/api/images/[id]', 404],
    ['/api/nowhere/mango', '/api/[...path]', 404],
    ['/booking/mango', '/booking/[scooterId]', 302],
    ['/nowhere/mango', '/404', 404],
    ['/auth?next=/booking/mango', '/auth', 200]
  ])('for %s logs one line with the path pattern and the result', async (path, route, status) => {
    let named: string | null = null
    const lines = await linesOf(async () => {
      const reply = await app.fetch(path)
      named = reply.headers.get('x-request-id')
      await reply.text()
    })
    expect(lines).toMatchObject([
      { event: 'request_completed', level: 'info', method: 'GET', request_id: named, route, status }
    ])
    expect(lines.map(Object.keys)).toEqual([REQUEST_FIELDS])
    expect(JSON.stringify(lines)).not.toContain('mango')
  })

  test('has the id that the edge gives it, and ignores an id from the client', async () => {
    const named = async (ray: string) =>
      (await app.fetch('/api/properties', { headers: { 'cf-ray': ray } })).headers.get('x-request-id')
    expect(await named('8a1b2c3d4e5f6071-BOM')).toBe('8a1b2c3d4e5f6071-BOM')
    expect(await named('a line of my own')).toMatch(/^[0-9a-f]{32}$/)
  })

  test('that fails returns its id, and only the log has the cause', async () => {
    await sql('ALTER TABLE properties RENAME TO properties_away')
    let answer: unknown
    const lines = await linesOf(async () => {
      answer = await (await app.fetch('/api/properties')).json()
    })
    await sql('ALTER TABLE properties_away RENAME TO properties')
    const [errorLine, request] = lines
    expect(answer).toEqual({
      code: 'internal_error',
      detail: apiErrorsText.internalError,
      request_id: request?.request_id
    })
    expect(errorLine).toMatchObject({ event: 'unexpected_error', level: 'error', request_id: request?.request_id })
    expect(JSON.stringify(errorLine)).toMatch(/no such table: properties.*"stack":\["at /)
    expect(request).toMatchObject({ event: 'request_completed', status: 500 })
  })
})

test('a run of the cron logs one line with the amount of work', async () => {
  const lines = await linesOf(() => app.runMinute(new Date('2026-06-15T10:07:00Z')))
  expect(lines).toEqual([
    {
      event: 'cron_completed',
      events_deleted: 0,
      retries_deleted: 0,
      failures: 0,
      holds_ended: 0,
      links_deleted: 0,
      messages_sent: 0,
      level: 'info',
      ms: expect.any(Number),
      orders_checked: 0,
      pins_rotated: 0,
      receipts_issued: 0,
      refunds_sent: 0,
      reminders_added: 0,
      request_id: expect.any(String),
      search_words_upgraded: 0,
      rides_returned: 0,
      throttles_deleted: 0,
      tokens_deleted: 0,
      uploads_deleted: 0
    }
  ])
})

test.each([
  [
    'each hour',
    '2026-06-15T10:00:00Z',
    [
      'claims_deleted',
      'deadlines_near',
      'invariants_broken',
      'payouts_read',
      'photos_released',
      'references_read',
      'riders_deleted'
    ]
  ],
  ['each day', '2026-06-15T20:30:00Z', ['bucket_repaired', 'invariants_broken', 'messages_deleted']]
])('the run of the cron that is due %s also logs the counts of its own jobs', async (_, at, jobs) => {
  const lines = await linesOf(() => app.runMinute(new Date(at)))
  expect(lines.find(({ event }) => event === 'cron_completed')).toMatchObject(
    Object.fromEntries(jobs.map(job => [job, job === 'payouts_read' ? 6 : 0]))
  )
})

describe('the logs of a whole booking', () => {
  const rider = {
    date_of_birth: '1991-02-03',
    email: 'papaya.seller@orchard.test',
    name: 'Papaya Seller',
    password: 'Jackfruit#77',
    phone: '+91 99887 76655'
  }
  const PIN = '739461'
  const secrets: Record<string, string> = { ...rider, PIN }
  let lines: string[] = []

  async function signedUp(): Promise<{ property_id: string; token: string }> {
    const sent = await newcomer(rider)
    const { license_photo_url, property_id } = sent
    secrets.licence = license_photo_url.split('/').at(-1) ?? ''
    const { access_token: token } = await callAs(undefined, signUp, { body: sent })
    await refusedCallAs(undefined, signUp, { body: sent })
    await refusedCallAs(undefined, signIn, { body: { email: rider.email, password: `not ${rider.password}` } })
    secrets.token = token
    const [stored] = await sql<{ path: string }>('SELECT path FROM uploads')
    secrets.path = stored?.path ?? ''
    return { property_id, token }
  }

  async function rideOf(token: string, property_id: string): Promise<string> {
    const scooter = await insertScooter(property_id, { otp_pin: PIN })
    const order = await callAs(token, createHourlyBooking, {
      body: { duration_hours: 1, scooter_id: scooter.id, start_time: daysAhead(2, '10:00') }
    })
    const params = { order_id: order.razorpay_order_id }
    const receipt = (await callAs(token, paySandboxOrder, { body: { outcome: 'success' }, params })) as PaymentReceipt
    secrets.signature = receipt.razorpay_signature
    const { session_id } = order
    const reason = `Declined for ${rider.name}`
    await callAs(token, recordPaymentFailure, { body: { error_description: reason, session_id } })
    const forged = { ...receipt, razorpay_signature: `${receipt.razorpay_signature.slice(0, -1)}x`, session_id }
    await refusedCallAs(token, confirmPayment, { body: forged })
    await callAs(token, confirmPayment, { body: { ...receipt, session_id } })
    const [ride] = await callAs(token, listMyBookings)
    expect(ride).toMatchObject({ otp_pin: PIN, payment_status: 'Completed' })
    return session_id
  }

  async function adminReads(booking_id: string): Promise<void> {
    const admin = await signedInAdmin()
    secrets.admin = admin.token
    secrets.admin_email = admin.email
    expect(await admin.call(listRiders, { query: { q: rider.email } })).toHaveLength(1)
    await admin.call(listAllBookings, { query: { q: rider.name } })
    await send(getLicence, { params: { id: secrets.licence ?? '' } }, admin.token)
    await admin.call(cancelBookingAsAdmin, { body: { amount: DEFAULT_RATES.hourly_1 }, params: { id: booking_id } })
    for (const tab of ['users', rider.email])
      await app.fetch(`/admin?tab=${tab}`, { headers: { cookie: `userType=admin; session=${admin.token}` } })
  }

  beforeAll(async () => {
    const { property_id, token } = await signedUp()
    const booking_id = await rideOf(token, property_id)
    for (const path of [PATHS.home, PATHS.myBookings, PATHS.profile, `/booking/${rider.email}`, `/${rider.password}`]) {
      await (await app.fetch(path, { headers: { cookie: `userType=user; session=${token}` } })).text()
    }
    await adminReads(booking_id)
    await app.runMinute(new Date('2026-06-15T10:00:00Z'))
    await callAs(token, signOut)
    expect((await send(listMyBookings, {}, token)).status).toBe(401)
    lines = app.logs()
  })

  test('are lines of JSON with the id of their request', () => {
    const parsed = lines.map(line => JSON.parse(line) as Line)
    expect(parsed.length).toBeGreaterThan(20)
    expect(parsed.filter(({ request_id }) => !request_id)).toEqual([])
  })

  test.each([
    'name',
    'email',
    'phone',
    'date_of_birth',
    'password',
    'PIN',
    'licence',
    'path',
    'token',
    'signature',
    'admin',
    'admin_email'
  ])('contain no secret or personal data: %s', name => {
    const secret = secrets[name] ?? ''
    expect(secret.length).toBeGreaterThan(5)
    const written = lines.join('\n')
    expect(written).not.toContain(secret)
    expect(written).not.toContain(encodeURIComponent(secret))
    for (const half of secret.split('@').filter(part => part.length > 7)) expect(written).not.toContain(half)
  })
})
