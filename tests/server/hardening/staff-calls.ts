import { getDeskOffer } from '#contract/bookings/desk-booking.ts'
import { whoRode } from '#contract/catalogue/who-rode.ts'
import type { Endpoint, Scope } from '#contract/kit/endpoint.ts'
import { getReport } from '#contract/overview/report.ts'
import { listRidesInside } from '#contract/problems/problems.ts'
import type { AnyInput } from '#tests/helpers/servers/app.ts'
import { allEndpoints, endpointName } from '#tests/helpers/servers/every-call.ts'
import type { PropertyRows } from '#tests/server/staff/property-of-two.ts'

// Every call of the staff with input that passes the contract.

/** The row that the path of a call with this scope names. */
export const ROWS: Partial<Record<Scope, (rows: PropertyRows) => string>> = {
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

export function staffInput(call: Endpoint, rows: PropertyRows): AnyInput {
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

const staffCalls = allEndpoints.filter(({ staff }) => staff)

/** Deletions are the last, because the calls before them need the rows. */
export const STAFF_CALLS: readonly Endpoint[] = [
  ...staffCalls.filter(({ method }) => method !== 'DELETE'),
  ...staffCalls.filter(({ method }) => method === 'DELETE')
]
