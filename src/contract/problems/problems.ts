import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { freeText, id, openEnum, optionalId, optionalText, requiredText } from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'
import { PROBLEM_KINDS, PROBLEM_STATES } from '#domain/bookings/trouble.ts'
import { SCOOTER_STATUSES } from '#domain/catalogue/scooters.ts'
import { REASON_MAX_LENGTH } from '#domain/constants.ts'
import { ID_PATTERN } from '#domain/kit/id-pattern.ts'
import { unknownFilter } from '#messages/api-errors.ts'
import { noteMissing } from '#messages/problems.ts'

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
export const listProblems = defineEndpoint({
  access: 'admin',
  isEmbeddedOnly: true,
  method: 'GET',
  output: v.array(problem),
  path: '/admin/problems',
  query: listQuery([], {
    property_id: v.optional(v.string()),
    state: v.optional(v.picklist(PROBLEM_STATES, unknownFilter))
  })
})

const scooterStatus = v.optional(v.picklist(['Available', 'Maintenance']))

/**
 * Decides about a problem: riders are told of a known one with the note, and a fixed one is over. Neither blocks the
 * scooter, whose status can be set in the same step. The activity log keeps the note.
 */
export const updateProblem = defineEndpoint({
  access: 'admin',
  body: v.variant('state', [
    v.object({
      note: requiredText(noteMissing, REASON_MAX_LENGTH),
      scooter_status: scooterStatus,
      state: v.literal('known')
    }),
    v.object({ note: freeText(REASON_MAX_LENGTH), scooter_status: scooterStatus, state: v.literal('fixed') })
  ]),
  isEmbeddedOnly: true,
  method: 'POST',
  output: problem,
  path: '/admin/problems/{id}'
})

/** Notes a damage that riders are told of. The id comes from the client, so that a repeated request adds one note. */
export const addProblem = defineEndpoint({
  access: 'admin',
  body: v.object({
    id: v.pipe(v.string(), v.regex(ID_PATTERN)),
    note: requiredText(noteMissing, REASON_MAX_LENGTH),
    scooter_id: v.string()
  }),
  isEmbeddedOnly: true,
  method: 'POST',
  output: v.object({ problem }),
  path: '/admin/problems'
})
