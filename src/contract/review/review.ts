import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import {
  day,
  id,
  idText,
  newId,
  optionalId,
  optionalText,
  requiredText,
  shownRevision,
  shownRupees
} from '#contract/kit/fields.ts'
import { rider } from '#contract/riders/admin-riders.ts'
import { licenceFields } from '#contract/riders/profile.ts'
import { REASON_MAX_LENGTH } from '#domain/constants.ts'
import { LICENCE_STATUSES, NOTE_KINDS, REJECT_REASONS } from '#domain/riders/licence.ts'
import { dayOf } from '#domain/time/india-time.ts'
import * as reviewText from '#messages/admin/review.ts'
import * as commonText from '#messages/common.ts'

// Who may ride: the licences that wait for a decision, and what the desk knows of a rider and decides.

/** A rider whose licence waits. Instants are ISO. */
export const waitingLicence = v.object({
  id,
  name: v.string(),
  property_id: optionalId,
  property_name: optionalText,
  license_status: v.picklist(LICENCE_STATUSES),
  /** When the photo was uploaded; null: before licences were reviewed. */
  waits_since: optionalText,
  /** The start of the rider's next paid ride, if it is within a week. */
  next_ride: optionalText
})
export type WaitingLicence = v.InferOutput<typeof waitingLicence>

/** Riders with a ride within a week first, then those who wait longest: 50 at most. */
export const listLicences = defineEndpoint('GET /admin/licenses', {
  staff: { lowest: 'manager', scope: 'list' },
  output: v.array(waitingLicence),
  query: v.object({ property_id: v.optional(idText) })
})

export const riderNote = v.object({
  id,
  /** 'phone': the number at which the rider was reached. 'suspension': why the rider was suspended. */
  kind: v.picklist(NOTE_KINDS),
  text: v.string(),
  /** Null: the admin was removed. */
  admin_name: optionalText,
  created_at: v.string()
})

export const riderFile = v.object({
  ...rider.entries,
  ...licenceFields,
  /** 'yyyy-MM-dd' */
  date_of_birth: v.string(),
  /** Missing without a mail service. */
  is_email_confirmed: v.nullish(v.boolean()),
  /** Grows with every upload and decision. */
  revision: v.number(),
  /** Bookings at the caller's properties. */
  bookings: v.number(),
  /** The paid rides that have not started, at all properties. */
  rides: v.array(
    v.object({
      /** With its paid extensions, ISO. */
      end_time: v.string(),
      needs_license: v.boolean(),
      /** What its cancellation refunds, rupees. */
      refund: v.number(),
      /** At a property that is not the caller's. */
      is_elsewhere: v.boolean()
    })
  ),
  /** Other riders with the same phone number. The name is null at a property that is not the caller's. */
  same_phone: v.array(v.object({ name: optionalText, is_suspended: v.boolean() })),
  /** Those of the caller's properties, and the caller's own; the newest first. */
  notes: v.array(riderNote)
})
export type RiderFile = v.InferOutput<typeof riderFile>

export const getRiderFile = defineEndpoint('GET /admin/users/{id}', {
  staff: { lowest: 'manager', scope: 'rider' },
  output: riderFile
})

/** Rupees, of the rides that the decision stops, as the admin was shown them. */
const refund = shownRupees()

/**
 * Approves the licence until a day, or rejects it. In the same step, the rides that have not started and are no longer
 * allowed are cancelled and refunded in full. The same decision again changes nothing. 409 if the rider has changed or
 * another amount would be refunded.
 */
export const decideLicence = defineEndpoint('PUT /admin/users/{id}/license', {
  staff: { lowest: 'manager', scope: 'rider' },
  body: v.variant('decision', [
    v.object({
      decision: v.literal('approve'),
      expires_on: v.pipe(
        day,
        v.check(lastDay => lastDay >= dayOf(new Date()), reviewText.licenceEnded)
      ),
      refund,
      revision: shownRevision
    }),
    v.object({
      decision: v.literal('reject'),
      reason: v.picklist(REJECT_REASONS, reviewText.reasonMissing),
      refund,
      revision: shownRevision
    })
  ]),
  output: riderFile
})

/** Suspends the rider: rides that have not started are cancelled and refunded in full. Or lifts the suspension. */
export const setSuspension = defineEndpoint('PUT /admin/users/{id}/suspension', {
  staff: { lowest: 'manager', scope: 'rider' },
  body: v.variant('is_suspended', [
    v.object({ is_suspended: v.literal(true), reason: requiredText(commonText.whyMissing, REASON_MAX_LENGTH), refund }),
    v.object({ is_suspended: v.literal(false) })
  ]),
  output: riderFile
})

/** The id comes from the client, so that a repeated request adds one note. 409 for a phone number that has changed. */
export const addRiderNote = defineEndpoint('POST /admin/users/{id}/notes', {
  staff: { lowest: 'manager', scope: 'rider' },
  body: v.object({
    id: newId,
    kind: v.picklist(['note', 'phone']),
    text: requiredText(reviewText.noteMissing, REASON_MAX_LENGTH)
  }),
  output: riderNote
})

export const docs = {
  listLicences: { summary: 'List the licences to review' },
  getRiderFile: { summary: 'Get a rider with the licence, the rides ahead and the notes' },
  decideLicence: {
    refusals: ['amount_changed', 'payment_disputed', 'rider_changed'],
    summary: 'Approve or reject a licence'
  },
  setSuspension: {
    refusals: ['amount_changed', 'payment_disputed', 'rider_changed'],
    summary: 'Suspend a rider, or lift the suspension'
  },
  addRiderNote: { refusals: ['rider_changed'], summary: 'Add a note about a rider' }
} satisfies Docs
