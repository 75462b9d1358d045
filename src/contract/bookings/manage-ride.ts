import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import {
  id,
  idText,
  namedRow,
  openEnum,
  optionalText,
  pressedAt,
  shownRupees,
  wholeNumber
} from '#contract/kit/fields.ts'
import { HOLD_REFUSALS, order } from '#contract/payments/orders.ts'
import { EXTENSION_OBSTACLES } from '#domain/bookings/extension.ts'
import { EXTENSION_HOURS } from '#domain/constants.ts'
import { TROUBLES } from '#domain/problems/problems.ts'
import { BOOKING_BLOCKS } from '#domain/riders/licence.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import { booking } from './my-bookings.ts'

/** What the rider is refunded for cancelling a paid booking now. Rupees. */
const cancelPreview = v.object({
  /** What was paid. */
  amount: v.number(),
  /** Some of it at the desk, where it is paid back. */
  paid_at_desk: v.nullish(v.picklist(['all', 'part'])),
  refund: v.number(),
  /** When the refund becomes `refund_after`, ISO. Null: not before the ride starts. */
  until: optionalText,
  refund_after: v.nullish(v.number(), null),
  /** When a full refund ended, ISO. Null while it is still possible. */
  full_refund_until: optionalText
})
export type CancelPreview = v.InferOutput<typeof cancelPreview>

export const previewCancellation = defineEndpoint('GET /bookings/{id}/cancel-preview', {
  access: 'rider',
  output: cancelPreview
})

/** `amount` is the refund that the rider agreed to; 409 if it is another by now. */
export const cancelBooking = defineEndpoint('POST /bookings/{id}/cancel', {
  access: 'rider',
  body: v.object({ amount: v.optional(shownRupees()) }),
  output: v.object({
    /** Rupees; null for a hold, which was not paid. */
    refund: v.nullish(v.number(), null)
  })
})

const choice = v.object({
  /** Rupees. */
  amount: v.number(),
  /** The new end, ISO. */
  end_time: v.string(),
  hours: v.number()
})
export type ExtensionChoice = v.InferOutput<typeof choice>

/** By how many hours a paid ride can be extended now, and for how much. */
const extensions = v.object({
  /** Why the rider may not book an extension. There are no choices then. */
  block: v.nullish(openEnum(BOOKING_BLOCKS)),
  choices: v.array(choice),
  /** When the scooter or its rider has another ride, ISO. Null: not within the next hours. */
  next_taken: optionalText,
  /** That is a ride of the rider's own. */
  is_own_next: v.nullish(v.boolean(), false),
  /** Another scooter that can be booked for an hour from `start_time` on, ISO, if this one cannot be kept. */
  other_scooter: v.nullish(v.object({ id, name: v.string(), start_time: v.string() }), null),
  /** Set if there are no choices. */
  reason: v.nullish(v.picklist(EXTENSION_OBSTACLES), null)
})
export type Extensions = v.InferOutput<typeof extensions>

export const listExtensions = defineEndpoint('GET /bookings/{id}/extensions', { access: 'rider', output: extensions })

/** The ride keeps its end until the order is paid. A conflict is answered as by createHourlyBooking. */
export const extendBooking = defineEndpoint('POST /bookings/{id}/extend', {
  access: 'rider',
  body: v.object({
    hours: wholeNumber(EXTENSION_HOURS, manageRideText.invalidExtensionHours)
  }),
  output: order
})

/** Of extensions that have not begun. */
export const previewReturn = defineEndpoint('GET /bookings/{id}/return-preview', {
  access: 'rider',
  output: v.object({
    /** Rupees; 0 if the ride has no such extension. */
    refund: v.number()
  })
})

/**
 * Ends a ride that is under way. The rest of its time is free for others and is not refunded; extensions that have not
 * begun are cancelled. `photo_id` is of an own upload (POST /uploads/photo).
 *
 * A ride that is over or returned keeps its end, so the call may be repeated. The id of an extension names its ride
 * too.
 */
export const returnRide = defineEndpoint('POST /bookings/{id}/return', {
  access: 'rider',
  body: v.object({
    photo_id: v.nullish(idText, null),
    /** For the desk. */
    pressed_at: pressedAt
  }),
  output: v.object({
    /** When the ride ended, ISO. */
    end_time: v.string(),
    /** Rupees of cancelled extensions; 0 if there are none. */
    refund: v.nullish(v.number(), 0)
  })
})

// The way out of a paid ride with trouble, from an hour before its start: another scooter, or the money.

const wayOut = v.object({
  /** 'late': the ride before is late. 'broken': others say so. 'reported': its own rider does. Null: no trouble. */
  cause: v.nullable(v.picklist(TROUBLES)),
  /** False: the rider has moved the ride by the own report as often as possible, so no scooter is offered. */
  may_move: v.optional(v.boolean()),
  /** Scooters that can take the ride, the one that has stood longest first: 3 at most. */
  scooters: v.array(namedRow),
  /** Rupees; null where the money is not offered. */
  refund: v.nullable(v.number()),
  /** That is all of it. Else the ride ends, and the half hours that have not begun are refunded. */
  is_full: v.boolean()
})
export type WayOut = v.InferOutput<typeof wayOut>

export const getWayOut = defineEndpoint('GET /bookings/{id}/way-out', { access: 'rider', output: wayOut })

/** Moves the ride to one of these scooters. Price and times stay. A ride that is there already stays. */
export const moveOwnRide = defineEndpoint('POST /bookings/{id}/move', {
  access: 'rider',
  body: v.object({ from_scooter_id: idText, scooter_id: idText }),
  output: booking
})

/** Ends the booking or the ride for `amount` rupees, as the rider was shown it. Answers a repeated call the same. */
export const takeMoneyBack = defineEndpoint('POST /bookings/{id}/money-back', {
  access: 'rider',
  body: v.object({ amount: shownRupees() }),
  output: v.object({ refund: v.number() })
})

export const docs = {
  previewCancellation: {
    refusals: ['booking_not_found', 'cannot_cancel'],
    summary: 'Get the refund for cancelling a paid booking now'
  },
  cancelBooking: {
    refusals: [
      'already_cancelled',
      'already_paid',
      'booking_not_found',
      'cannot_cancel',
      'payment_being_confirmed',
      'refund_changed'
    ],
    summary: 'Cancel an unpaid booking, or a paid one for the refund that was shown'
  },
  listExtensions: {
    refusals: ['booking_not_found'],
    summary: 'List by how many hours a paid ride can be extended, and for how much'
  },
  extendBooking: {
    refusals: /* @__PURE__ */ HOLD_REFUSALS.concat(['booking_not_found', 'cannot_extend', 'scooter_leaves_service']),
    summary: 'Hold the time after a paid ride and create its payment order'
  },
  previewReturn: {
    refusals: ['booking_not_found', 'cannot_return', 'ride_not_started'],
    summary: 'Get the refund for ending a ride now'
  },
  returnRide: {
    refusals: ['booking_not_found', 'cannot_return', 'ride_changed', 'ride_not_started'],
    summary: 'End a ride that is under way'
  },
  getWayOut: {
    refusals: ['booking_not_found'],
    summary: 'Get what a rider can have instead of a scooter with trouble'
  },
  moveOwnRide: {
    refusals: ['booking_not_found', 'no_way_out', 'ride_changed', 'scooter_taken'],
    summary: 'Take another scooter for a ride with trouble'
  },
  takeMoneyBack: {
    refusals: ['booking_not_found', 'no_way_out', 'refund_changed'],
    summary: 'Take the money back for a ride with trouble'
  }
} satisfies Docs
