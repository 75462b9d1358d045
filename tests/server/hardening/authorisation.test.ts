import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { signOut, signOutEverywhere } from '#contract/auth/sign-in.ts'
import { createHourlyBooking, resumePayment } from '#contract/bookings/create-booking.ts'
import { cancelBooking } from '#contract/bookings/manage-ride.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { confirmPayment, paySandboxOrder, recordPaymentFailure } from '#contract/payments/orders.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertScooter } from '#tests/helpers/data/rows.ts'
import { markDeleted } from '#tests/helpers/data/stored-state.ts'
import { send, sql, startApp } from '#tests/helpers/servers/app.ts'
import { allEndpoints, endpointName } from '#tests/helpers/servers/every-call.ts'
import { contents } from './contents.ts'
import { claimsOf, signed, unsigned } from './tokens.ts'

startApp()

const NAME_WIDTH = 46
const CELL_WIDTH = 13

const NOT_AUTHENTICATED = { code: 'not_authenticated', detail: apiErrorsText.notAuthenticated }
const ANYWHERE = { params: { id: 'x', month: 'x', order_id: 'x', payment_id: 'x', property_id: 'x', scooter_id: 'x' } }

/** Tokens that are not valid, or no longer, each of an account that once had a valid one. */
async function worthlessTokens(): Promise<Record<string, string | undefined>> {
  const [left, deleted, changed, rider] = await Promise.all([
    signedInRider(),
    signedInRider(),
    signedInRider(),
    signedInRider()
  ])
  await send(signOut, {}, left.token)
  await markDeleted('rider', deleted.id)
  await sql('UPDATE users SET token_version = 2 WHERE id = ?', changed.id)
  const claims = claimsOf(rider.id)
  return {
    nobody: undefined,
    garbage: 'not.a.token',
    unsigned: unsigned({ alg: 'none', typ: 'JWT' }, claims),
    'foreign key': await signed(claims, undefined, new Uint8Array(32).fill(7)),
    expired: await signed({ ...claims, exp: 1 }),
    'signed out': left.token,
    deleted: deleted.token,
    outdated: changed.token
  }
}

/** Every identity sends the same nonsense input, because access is checked before the input. */
function expectedOf({ access }: Endpoint, identity: string): (status: number) => boolean {
  if (access === 'public') return status => status < 500
  if (identity !== 'admin' && identity !== 'rider') return status => status === 401
  if (access !== 'account' && access !== identity) return status => status === 403
  return status => status !== 401 && status !== 403 && status < 500
}

test('every call accepts only the callers it is for', { timeout: 3 * MINUTE_MS }, async () => {
  const rider = await signedInRider()
  const admin = await signedInAdmin()
  const identities = { ...(await worthlessTokens()), admin: admin.token, rider: rider.token }
  // Calls that end their own session come last.
  const ending: readonly Endpoint[] = [signOutEverywhere, signOut]
  const calls = [...allEndpoints.filter(call => !ending.includes(call)), ...ending]
  const rows: string[] = []
  const wrong: string[] = []
  for (const call of calls) {
    const answered = Object.entries(identities).map(async ([identity, token]) => {
      const reply = await send(call, ANYWHERE, token)
      const { status } = reply
      if (status === 401) expect(await reply.json()).toEqual(NOT_AUTHENTICATED)
      if (!expectedOf(call, identity)(status)) wrong.push(`${endpointName(call)} answers ${status} to ${identity}`)
      return status
    })
    const cells = await Promise.all(answered)
    rows.push(endpointName(call).padEnd(NAME_WIDTH) + cells.map(status => String(status).padEnd(CELL_WIDTH)).join(''))
  }
  const head =
    ''.padEnd(NAME_WIDTH) +
    Object.keys(identities)
      .map(name => name.padEnd(CELL_WIDTH))
      .join('')
  process.stdout.write(`\n${[head, ...rows].join('\n')}\n\n`)
  expect(wrong).toEqual([])
})

describe("another rider's booking", () => {
  test('answers 404 to every call of another rider, and does not change', async () => {
    const [rider, other] = [await signedInRider(), await signedInRider()]
    const scooter = await insertScooter(rider.property_id)
    const order = await rider.call(createHourlyBooking, {
      body: { duration_hours: 1, scooter_id: scooter.id, start_time: daysAhead(1, '10:00') }
    })
    const receipt = v.parse(
      v.object({ razorpay_payment_id: v.string(), razorpay_signature: v.string() }),
      await rider.call(paySandboxOrder, {
        body: { outcome: 'success' },
        params: { order_id: order.razorpay_order_id }
      })
    )
    const [ownBooking] = await rider.call(listMyBookings)
    const params = { id: ownBooking?.id ?? '', order_id: order.razorpay_order_id }
    const payment = { ...receipt, razorpay_order_id: order.razorpay_order_id, session_id: order.session_id }
    const before = await contents()
    const refusals = await Promise.all([
      other.refusal(confirmPayment, { body: payment }),
      other.refusal(recordPaymentFailure, { body: { error_description: 'x', session_id: order.session_id } }),
      other.refusal(resumePayment, { params }),
      other.refusal(cancelBooking, { body: {}, params }),
      other.refusal(paySandboxOrder, { body: { outcome: 'failure' }, params })
    ])
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(await other.call(listMyBookings)).toEqual([])
    expect(await contents()).toEqual(before)
    expect(await rider.call(confirmPayment, { body: payment })).toMatchObject({ success: true })
  })
})
