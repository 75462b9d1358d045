import { expect, onTestFinished, test } from 'vitest'
import { getDeskOffer } from '#contract/bookings/desk-booking.ts'
import { whoRode } from '#contract/catalogue/who-rode.ts'
import type { Endpoint, Scope } from '#contract/kit/endpoint.ts'
import { getReport } from '#contract/overview/report.ts'
import { listRidesInside } from '#contract/problems/problems.ts'
import { mayActAs, type Role } from '#domain/admin/roles.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import { fillDatabase, makeRoom } from '#tests/helpers/data/full-database.ts'
import { signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { type AnyInput, send, sql, startApp } from '#tests/helpers/servers/app.ts'
import { allEndpoints, endpointName } from '#tests/helpers/servers/every-call.ts'
import { contents } from '#tests/server/hardening/contents.ts'
import { type PropertyRows, propertyWithRows, staffOf } from './property-of-two.ts'

startApp()

const ROWS: Partial<Record<Scope, (rows: PropertyRows) => string>> = {
  booking: ({ booking }) => booking.id,
  licence: ({ licence }) => licence,
  photo: ({ photo }) => photo,
  plan: ({ plan }) => plan.id,
  problem: ({ problem }) => problem,
  property: ({ property }) => property.id,
  rider: ({ rider }) => rider.id,
  scooter: ({ scooter }) => scooter.id
}

const PICTURE = new Blob(['x'], { type: 'image/png' })

/** Bodies that pass the contract, so that the caller's properties are asked for. */
function bodyOf(call: string, { property, scooter }: PropertyRows): AnyInput['body'] {
  const property_id = property.id
  const bodies: Record<string, AnyInput['body']> = {
    'POST /admin/bookings': {
      hours: 1,
      id: 'c'.repeat(32),
      pay: 'cash',
      scooter_id: scooter.id,
      start_time: '2026-06-15T18:00',
      user_id: 'x'
    },
    'POST /admin/bookings/{id}/cancel': { amount: 1 },
    'POST /admin/bookings/{id}/did-not-come': { amount: 1 },
    'POST /admin/bookings/{id}/desk-back': { amount: 1, refund_id: 'x' },
    'POST /admin/bookings/{id}/move': { from_scooter_id: 'x', reason: 'x', scooter_id: 'x' },
    'POST /admin/bookings/{id}/refund': { amount: 1, reason: 'x' },
    'POST /admin/bookings/{id}/return': { reason: 'x' },
    'POST /admin/pin-changes/{scooter_id}': { new_pin: '000001' },
    'POST /admin/pricing': { hourly_1: 9, hourly_12: 9, hourly_3: 9, hourly_6: 9, property_id },
    'POST /admin/pricing-plans': { cost: 9, hours: 1, name: 'x', property_id },
    'POST /admin/problems': { id: 'b'.repeat(32), note: 'x', scooter_id: scooter.id },
    'POST /admin/pin-changes': { scooter_id: scooter.id },
    'POST /admin/problems/{id}': { state: 'fixed' },
    'POST /admin/scooters': { name: 'x', property_id },
    'POST /admin/uploads': { image: PICTURE },
    'PUT /admin/me': {},
    'PUT /admin/pricing-plans/{id}': {},
    'PUT /admin/pricing/{property_id}': {},
    'PUT /admin/properties/{id}': {},
    'PUT /admin/properties/{id}/settings': {},
    'PUT /admin/scooters/{id}': { status: 'Maintenance' },
    'POST /admin/users': {
      date_of_birth: '1990-01-01',
      expires_on: '2099-01-01',
      id: 'c'.repeat(32),
      licence: PICTURE,
      name: 'x',
      phone: '98450 11223',
      property_id,
      terms_version: 'x'
    },
    'POST /admin/users/{id}/notes': { id: 'a'.repeat(32), kind: 'note', text: 'x' },
    'PUT /admin/users/{id}/license': { decision: 'reject', reason: 'unreadable', refund: 0, revision: 9 },
    'PUT /admin/users/{id}/profile-image': { image: PICTURE },
    'PUT /admin/users/{id}/suspension': { is_suspended: false }
  }
  return bodies[call]
}

function inputOf(call: Endpoint, rows: PropertyRows): AnyInput {
  const name = endpointName(call)
  const scope = call.staff?.scope ?? 'none'
  const id = ROWS[scope]?.(rows) ?? 'x'
  const at = '2026-06-15T18:00'
  const queries: Record<string, AnyInput['query']> = {
    [endpointName(getDeskOffer)]: { start: at },
    [endpointName(listRidesInside)]: { from: at, scooter_id: rows.scooter.id, to: '2026-06-15T19:00' },
    [endpointName(getReport)]: { month: '2026-06' },
    [endpointName(whoRode)]: { at }
  }
  return {
    body: call.body && (bodyOf(name, rows) ?? {}),
    params: { id, month: 'x', property_id: id, scooter_id: id },
    ...(queries[name] && { query: queries[name] })
  }
}

interface Caller {
  /** A paid ride of the rider is ahead at the caller's property. */
  hasRide?: boolean
  isElsewhere: boolean
  role: Role
}

/** The answers to a caller who may make the call differ; it must only not be refused for who it is. */
function isExpected(call: Endpoint, { hasRide, isElsewhere, role }: Caller, status: number) {
  const { lowest, scope = 'none' } = call.staff ?? { lowest: 'owner' }
  if (!mayActAs(role, lowest)) return status === 403
  if (hasRide && scope === 'rider') return ![401, 403, 404].includes(status)
  if (hasRide && scope === 'licence') return status !== 403
  if (isElsewhere && (scope === 'body' || scope in ROWS)) return status === 404
  return status !== 401 && status !== 403
}

test('a call with a row in its path names it by one parameter, which its scope is about', () => {
  const wrong = allEndpoints.filter(({ path, staff }) => {
    const count = path.match(/\{\w+\}/g)?.length ?? 0
    return staff?.scope && count !== (staff.scope in ROWS ? 1 : 0)
  })
  expect(wrong.map(endpointName)).toEqual([])
})

const calls = allEndpoints.filter(({ staff }) => staff)
/** Last, because later callers need the rows. */
const inOrder = [
  ...calls.filter(({ method }) => method !== 'DELETE'),
  ...calls.filter(({ method }) => method === 'DELETE')
]

test('every call answers each role, at its own and at other properties, as its rule says', async () => {
  const here = await propertyWithRows('Banyan', 731)
  const there = await propertyWithRows('Cedar', 842)
  const visited = await insertProperty()
  const { id: scooter_id } = await insertScooter(visited.id)
  const ahead = { end: new Date(Date.now() + 9 * HOUR_MS), start: new Date(Date.now() + 8 * HOUR_MS) }
  await insertBooking({ ...ahead, scooter_id, user_id: here.rider.id })
  const invited = await staffOf('manager', here.property)
  await sql('UPDATE admins SET invited_at = 1 WHERE id = ?', invited.id)
  const removed = await signedInAdmin()
  await sql('UPDATE admins SET deleted_at = 1 WHERE id = ?', removed.id)
  const staff = [
    {
      isElsewhere: true,
      name: 'manager elsewhere',
      role: 'manager',
      token: (await staffOf('manager', there.property)).token
    },
    {
      isElsewhere: true,
      name: 'caretaker elsewhere',
      role: 'caretaker',
      token: (await staffOf('caretaker', there.property)).token
    },
    {
      hasRide: true,
      isElsewhere: true,
      name: 'manager of a ride',
      role: 'manager',
      token: (await staffOf('manager', visited)).token
    },
    {
      isElsewhere: false,
      name: 'caretaker',
      role: 'caretaker',
      token: (await staffOf('caretaker', here.property)).token
    },
    { isElsewhere: false, name: 'manager', role: 'manager', token: (await staffOf('manager', here.property)).token },
    { isElsewhere: false, name: 'owner', role: 'owner', token: (await signedInAdmin()).token }
  ] as const
  const nobodies = { invited: invited.token, nobody: undefined, removed: removed.token }
  const rider = await signedInRider()
  const wrong: string[] = []
  for (const call of inOrder) {
    const input = inputOf(call, here)
    for (const [name, token] of Object.entries(nobodies)) {
      const { status } = await send(call, input, token)
      if (status !== 401) wrong.push(`${endpointName(call)} answers ${status} to ${name}`)
    }
    if (call.access === 'admin' && (await send(call, input, rider.token)).status !== 403)
      wrong.push(`${endpointName(call)} lets a rider in`)
    for (const { name, token, ...caller } of staff) {
      const { status } = await send(call, input, token)
      if (!isExpected(call, caller, status)) wrong.push(`${endpointName(call)} answers ${status} to the ${name}`)
    }
  }
  expect(wrong).toEqual([])
})

test('a caretaker changes nothing of a scooter but whether it is in service', async () => {
  const { property, scooter } = await propertyWithRows('Date', 953)
  const caretaker = await staffOf('caretaker', property)
  const update = calls.find(call => endpointName(call) === 'PUT /admin/scooters/{id}') as Endpoint
  const answers = []
  for (const body of [
    { status: 'Booked' },
    { name: 'x', status: 'Available' },
    { otp_pin: '111111' },
    {},
    { property_id: '' }
  ])
    answers.push((await send(update, { body, params: { id: scooter.id } }, caretaker.token)).status)
  expect(answers).toEqual([403, 403, 403, 403, 404])
  expect(
    (await send(update, { body: { status: 'Maintenance' }, params: { id: scooter.id } }, caretaker.token)).status
  ).toBe(200)
})

test('a full database refuses each write with a sentence, and nothing is half made', async () => {
  const rows = await propertyWithRows('Elder', 861)
  const owner = await signedInAdmin()
  await fillDatabase()
  onTestFinished(makeRoom)
  const before = await contents()
  const answers: Record<string, number> = {}
  for (const call of calls.filter(({ method }) => method !== 'DELETE')) {
    const reply = await send(call, inputOf(call, rows), owner.token)
    answers[endpointName(call)] = reply.status
    if (reply.status >= 500)
      expect([endpointName(call), (await reply.json()).code]).toEqual([endpointName(call), 'database_full'])
  }
  expect(await contents()).toEqual(before)
  expect(Object.values(answers).filter(status => status === 503).length).toBeGreaterThan(10)
})
