import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { freeText, id, idText, instantText, newId } from '#contract/kit/fields.ts'
import { REASON_MAX_LENGTH } from '#domain/constants.ts'
import { asksIfRideable, REPORT_KINDS } from '#domain/problems/problems.ts'
import * as problemsText from '#messages/problems.ts'

// Rider calls have their own module, so that rider pages do not load admin calls.

/**
 * Reports what is wrong with the scooter of a paid ride, from 30 minutes before its start until its end, or until the
 * return of a late ride. A report that was pressed by the return (without one: by the end) is also taken in the 24 hours
 * after it. `is_rideable` is needed for damage and other problems. `photo_id` is of an own upload (POST /uploads/photo).
 *
 * The id comes from the client, so that a repeated request adds one report. A ride has one open report of a kind about
 * its scooter: another one answers with the id of the first.
 */
export const reportProblem = defineEndpoint('POST /bookings/{id}/problems', {
  access: 'rider',
  body: v.pipe(
    v.object({
      id: newId,
      is_rideable: v.nullish(v.boolean(), null),
      kind: v.picklist(REPORT_KINDS, problemsText.whatIsWrong),
      photo_id: v.nullish(idText, null),
      /**
       * When the rider pressed the button, of a report that a phone has kept without a network. What is no time is
       * ignored.
       */
      pressed_at: v.fallback(v.optional(instantText()), undefined),
      words: freeText(REASON_MAX_LENGTH)
    }),
    v.forward(
      v.check(({ is_rideable, kind }) => is_rideable !== null || !asksIfRideable(kind), problemsText.canYouRide),
      ['is_rideable']
    )
  ),
  output: v.object({
    /** Its last 8 characters are the number that riders read. */
    id
  })
})

export const docs = {
  reportProblem: {
    refusals: ['booking_not_found', 'problem_too_early', 'ride_changed', 'ride_over', 'too_many_requests'],
    summary: 'Report what is wrong with the scooter of a ride'
  }
} satisfies Docs
