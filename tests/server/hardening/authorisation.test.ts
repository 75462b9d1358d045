import * as v from 'valibot'
import { expect, test } from 'vitest'
import { signOut, signOutEverywhere } from '#contract/auth/sign-in.ts'
import { createHourlyBooking, resumePayment } from '#contract/bookings/create-booking.ts'
import { cancelBooking } from '#contract/bookings/manage-ride.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { updateScooter } from '#contract/catalogue/admin-scooters.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { confirmPayment, paySandboxOrder, recordPaymentFailure } from '#contract/payments/orders.ts'
import { mayActAs, type Role } from '#domain/admin/roles.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/time-units.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { markDeleted } from '#tests/helpers/data/stored-state.ts'
import { send, sql, startApp } from '#tests/helpers/servers/app.ts'
import { allEndpoints, endpointName } from '#tests/helpers/servers/every-call.ts'
import { type PropertyRows, propertyWithRows, staffOf } from '#tests/server/staff/property-of-two.ts'
import { contents } from './contents.ts'
import { ROWS, STAFF_CALLS, staffInput } from './staff-calls.ts'
import { claimsOf, signed, unsigned } from './tokens.ts'

startApp()

const NOT_AUTHENTICATED = { code: 'not_authenticated', detail: apiErrorsText.notAuthenticated }
/** Access is checked before the input. */
const NONSENSE = { params: { id: 'x', order_id: 'x', payment_id: 'x', property_id: 'x' } }

/** Tokens that are not valid, or no longer, each of an account that once had a valid one. */
async function worthlessTokens(here: PropertyRows): Promise<Record<string, string | undefined>> {
  const [left, deleted, changed, rider] = await Promise.all([
    signedInRider(),
    signedInRider(),
    signedInRider(),
    signedInRider()
  ])
  await send(signOut, {}, left.token)
  await markDeleted('rider', deleted.id)
  await sql('UPDATE users SET token_version = 2 WHERE id = ?', changed.id)
  const [invited, removed] = [await staffOf('manager', here.property), await signedInAdmin()]
  await sql('UPDATE admins SET invited_at = 1 WHERE id = ?', invited.id)
  await sql('UPDATE admins SET deleted_at = 1 WHERE id = ?', removed.id)
  const claims = claimsOf(rider.id)
  return {
    nobody: undefined,
    garbage: 'not.a.token',
    unsigned: unsigned({ alg: 'none', typ: 'JWT' }, claims),
    'foreign key': await signed(claims, undefined, new Uint8Array(32).fill(7)),
    expired: await signed({ ...claims, exp: 1 }),
    'signed out': left.token,
    deleted: deleted.token,
    outdated: changed.token,
    'invited admin': invited.token,
    'removed admin': removed.token
  }
}

interface Caller {
  /** A paid ride of the rider is ahead at the caller's property. */
  hasRide?: boolean
  isElsewhere?: boolean
  name: string
  role: Role | 'rider'
  token: string
}

/** The answers to a caller who may make the call differ; it must only not be refused for who it is. */
function isExpected({ access, staff }: Endpoint, { hasRide, isElsewhere, role }: Caller, status: number): boolean {
  if (status >= 500) return false
  if (access === 'public') return true
  if (access === (role === 'rider' ? 'admin' : 'rider')) return status === 403
  if (staff && role !== 'rider') {
    const { lowest, scope = 'none' } = staff
    if (!mayActAs(role, lowest)) return status === 403
    if (hasRide && scope === 'rider') return ![401, 403, 404].includes(status)
    if (hasRide && scope === 'licence') return status !== 403
    if (isElsewhere && (scope === 'body' || scope in ROWS)) return status === 404
  }
  return status !== 401 && status !== 403
}

/** The manager of a ride is one of a property where a rider of `here` has a ride ahead. */
async function callers(here: PropertyRows): Promise<Caller[]> {
  const there = await propertyWithRows('Cedar', 842)
  const visited = await insertProperty()
  const { id: scooter_id } = await insertScooter(visited.id)
  const ahead = { end: new Date(Date.now() + 9 * HOUR_MS), start: new Date(Date.now() + 8 * HOUR_MS) }
  await insertBooking({ ...ahead, scooter_id, user_id: here.rider.id })
  const staff = async (role: 'caretaker' | 'manager', { property }: Pick<PropertyRows, 'property'>) => ({
    role,
    token: (await staffOf(role, property)).token
  })
  return [
    { name: 'rider', role: 'rider', token: (await signedInRider()).token },
    { ...(await staff('manager', there)), isElsewhere: true, name: 'manager elsewhere' },
    { ...(await staff('caretaker', there)), isElsewhere: true, name: 'caretaker elsewhere' },
    { ...(await staff('manager', { property: visited })), hasRide: true, isElsewhere: true, name: 'manager of a ride' },
    { ...(await staff('caretaker', here)), name: 'caretaker' },
    { ...(await staff('manager', here)), name: 'manager' },
    { name: 'owner', role: 'owner', token: (await signedInAdmin()).token }
  ]
}

test('a call with a row in its path names it by one parameter, which its scope is about', () => {
  const wrong = allEndpoints.filter(({ path, staff }) => {
    const count = path.match(/\{\w+\}/g)?.length ?? 0
    return staff?.scope && count !== (staff.scope in ROWS ? 1 : 0)
  })
  expect(wrong.map(endpointName)).toEqual([])
})

/** A sign-out is the last, because it ends the sessions of the callers. */
const ENDING: readonly Endpoint[] = [signOutEverywhere, signOut]
const CALLS = [...allEndpoints.filter(call => !call.staff && !ENDING.includes(call)), ...STAFF_CALLS, ...ENDING]

test('every call answers each caller, at its own and at other properties, as its rule says', {
  timeout: 3 * MINUTE_MS
}, async () => {
  const here = await propertyWithRows('Banyan', 731)
  const worthless = Object.entries(await worthlessTokens(here))
  const known = await callers(here)
  const wrong: string[] = []
  for (const call of CALLS) {
    const input = call.staff ? staffInput(call, here) : NONSENSE
    const refuse = async ([name, token]: [string, string | undefined]) => {
      const reply = await send(call, input, token)
      const isRight = call.access === 'public' ? reply.status < 500 : reply.status === 401
      if (!isRight) wrong.push(`${endpointName(call)} answers ${reply.status} to ${name}`)
      if (reply.status === 401) expect(await reply.json()).toEqual(NOT_AUTHENTICATED)
    }
    await Promise.all(worthless.map(refuse))
    for (const caller of known) {
      const { status } = await send(call, input, caller.token)
      if (!isExpected(call, caller, status)) wrong.push(`${endpointName(call)} answers ${status} to the ${caller.name}`)
    }
  }
  expect(wrong).toEqual([])
})

test('a caretaker changes nothing of a scooter but whether it is in service', async () => {
  const { property, scooter } = await propertyWithRows('Date', 953)
  const caretaker = await staffOf('caretaker', property)
  const answers = []
  for (const body of [
    { status: 'Booked' },
    { name: 'x', status: 'Available' },
    { otp_pin: '111111' },
    {},
    { property_id: '' }
  ])
    answers.push((await send(updateScooter, { body, params: { id: scooter.id } }, caretaker.token)).status)
  expect(answers).toEqual([403, 403, 403, 403, 404])
  expect(
    (await send(updateScooter, { body: { status: 'Maintenance' }, params: { id: scooter.id } }, caretaker.token)).status
  ).toBe(200)
})

test("another rider's booking answers 404 to every call, and does not change", async () => {
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
