import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import {
  freeText,
  id,
  idInput,
  idText,
  instant,
  namedRow,
  newId,
  openEnum,
  optionalId,
  optionalText,
  pressedAt,
  requiredText,
  shownRupees
} from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'
import { SCOOTER_STATUSES } from '#domain/catalogue/scooters.ts'
import { REASON_MAX_LENGTH } from '#domain/constants.ts'
import { PROBLEM_KINDS, PROBLEM_STATES, RIDES_PER_BLOCK_MAX } from '#domain/problems/problems.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as commonText from '#messages/common.ts'
import * as problemsText from '#messages/problems.ts'

/** What is wrong with a scooter, as the staff see it. Instants are ISO. */
export const problem = v.object({
  id,
  kind: openEnum(PROBLEM_KINDS),
  state: openEnum(PROBLEM_STATES),
  is_rideable: v.boolean(),
  scooter_id: id,
  scooter_name: v.string(),
  scooter_status: openEnum(SCOOTER_STATUSES),
  property_name: optionalText,
  /** Who reported it; null: the staff have noted it. */
  user_name: optionalText,
  /** How many problems this rider has reported in the last 30 days. */
  user_reports: v.number(),
  /** The rider's. */
  words: optionalText,
  /** The rider's photo (GET /photos/{id}). */
  photo_id: optionalId,
  /** The staff's. Riders read that of a known damage. */
  note: optionalText,
  // Nobody can book the scooter between these times. Null: it blocks nothing.
  blocked_from: optionalText,
  blocked_until: optionalText,
  /** The paid rides between these times, without the one that it was reported by. */
  rides_inside: v.number(),
  created_at: v.string()
})
export type Problem = v.InferOutput<typeof problem>

/** The newest first. */
export const listProblems = defineEndpoint('GET /admin/problems', {
  staff: { lowest: 'caretaker', scope: 'list' },
  output: v.array(problem),
  query: listQuery([], {
    property_id: v.optional(idText),
    state: v.optional(v.picklist(PROBLEM_STATES, apiErrorsText.unknownFilter))
  })
})

const scooterStatus = v.optional(v.picklist(['Available', 'Maintenance']))

/**
 * Decides about a problem: riders are told of a known one with the note, and a fixed one is over for good. Neither
 * blocks the scooter, whose status can be set in the same step. The activity log keeps the note.
 */
export const updateProblem = defineEndpoint('POST /admin/problems/{id}', {
  staff: { lowest: 'caretaker', scope: 'problem' },
  body: v.variant('state', [
    v.object({
      note: requiredText(problemsText.noteMissing, REASON_MAX_LENGTH),
      scooter_status: scooterStatus,
      state: v.literal('known')
    }),
    v.object({
      note: freeText(REASON_MAX_LENGTH),
      /** Of a press that a phone has kept, for the log. */
      pressed_at: pressedAt,
      scooter_status: scooterStatus,
      state: v.literal('fixed')
    })
  ]),
  output: problem
})

/** A paid ride in a window, with what can be done about it. Instants are ISO. */
export const rideInside = v.object({
  id,
  user_name: v.string(),
  start_time: v.string(),
  end_time: v.string(),
  /** Rupees that are left of its payments; null while a dispute blocks their refund. */
  refund: v.nullable(v.number()),
  /** Rupees that the operator owes beside the refund. */
  owed: v.number(),
  /** The scooters that are free for it. The one that has stood longest comes first. */
  targets: v.array(namedRow)
})
export type RideInside = v.InferOutput<typeof rideInside>

export const listRidesInside = defineEndpoint('GET /admin/problems/hits', {
  staff: { lowest: 'manager', scope: 'body' },
  output: v.array(rideInside),
  query: v.object({
    from: instant(problemsText.windowInvalid),
    scooter_id: idText,
    to: instant(problemsText.windowInvalid)
  })
})

/**
 * Notes a damage that riders are told of; or, with times, blocks the scooter: its unpaid holds in the window end, and
 * each of `rides` moves to another scooter or is refunded. A ride that has changed, and one that is not named, stays
 * and is among `hits`.
 *
 * The id comes from the client, so that a repeated request adds one problem, and decides about the rides that are left.
 */
export const addProblem = defineEndpoint('POST /admin/problems', {
  staff: { lowest: 'manager', scope: 'body' },
  body: v.pipe(
    v.object({
      from: v.optional(instant(problemsText.windowInvalid)),
      id: newId,
      note: freeText(REASON_MAX_LENGTH),
      rides: v.optional(
        v.pipe(
          v.array(
            v.union([
              v.object({ id: idInput, move_to: idInput }),
              v.object({ amount: shownRupees(), id: idInput, owed: v.optional(shownRupees()) })
            ])
          ),
          v.maxLength(RIDES_PER_BLOCK_MAX, problemsText.tooManyRides),
          v.check(rides => new Set(rides.map(ride => ride.id)).size === rides.length, problemsText.rideTwice)
        ),
        []
      ),
      scooter_id: idText,
      to: v.optional(instant(problemsText.windowInvalid))
    }),
    v.forward(
      v.check(({ from, to }) => (from === undefined) === (to === undefined), problemsText.windowInvalid),
      ['from']
    ),
    v.forward(
      v.check(
        ({ note }) => note !== '',
        ({ input }) => (input.from ? commonText.whyMissing : problemsText.noteMissing)
      ),
      ['note']
    )
  ),
  output: v.object({ hits: v.array(rideInside), problem })
})

export const docs = {
  listProblems: { summary: 'List what is wrong with the scooters' },
  updateProblem: { refusals: ['problem_fixed'], summary: 'Mark a problem as known or fixed' },
  listRidesInside: { refusals: ['scooter_not_found'], summary: 'List the paid rides in a window of a scooter' },
  addProblem: {
    refusals: ['scooter_not_found'],
    summary: 'Block a scooter for a time, or note a damage that riders are told of'
  }
} satisfies Docs
