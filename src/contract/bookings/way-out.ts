import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, idText, shownRupees } from '#contract/kit/fields.ts'
import { TROUBLES } from '#domain/problems/problems.ts'
import { booking } from './my-bookings.ts'

// The way out of a paid ride with trouble, from an hour before its start: another scooter, or the money.

const wayOut = v.object({
  /** 'late': the ride before is late. 'broken': others say so. 'reported': its own rider does. Null: no trouble. */
  cause: v.nullable(v.picklist(TROUBLES)),
  /** False: the rider has moved the ride by the own report as often as possible, so no scooter is offered. */
  may_move: v.optional(v.boolean()),
  /** Scooters that can take the ride, the one that has stood longest first: 3 at most. */
  scooters: v.array(v.object({ id, name: v.string() })),
  /** Rupees; null where the money is not offered. */
  refund: v.nullable(v.number()),
  /** That is all of it. Else the ride ends, and the half hours that have not begun are refunded. */
  is_full: v.boolean()
})
export type WayOut = v.InferOutput<typeof wayOut>

export const getWayOut = defineEndpoint({
  access: 'rider',
  method: 'GET',
  output: wayOut,
  path: '/bookings/{id}/way-out'
})

/** Moves the ride to one of these scooters. Price and times stay. A ride that is there already stays. */
export const moveOwnRide = defineEndpoint({
  access: 'rider',
  body: v.object({ from_scooter_id: idText, scooter_id: idText }),
  method: 'POST',
  output: booking,
  path: '/bookings/{id}/move'
})

/** Ends the booking or the ride for `amount` rupees, as the rider was shown it. Answers a repeated call the same. */
export const takeMoneyBack = defineEndpoint({
  access: 'rider',
  body: v.object({ amount: shownRupees() }),
  method: 'POST',
  output: v.object({ refund: v.number() }),
  path: '/bookings/{id}/money-back'
})
