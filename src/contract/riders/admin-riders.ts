import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import {
  id,
  idText,
  messageResponse,
  openEnum,
  optionalId,
  optionalText,
  resourceOrNull,
  textOrEmpty
} from '#contract/kit/fields.ts'
import { listQuery, search } from '#contract/kit/list-query.ts'
import { MESSAGE_CHANNELS, MESSAGE_STATES, RIDER_MESSAGE_KINDS } from '#domain/outbox/outbox.ts'
import { LICENCE_STATUSES } from '#domain/riders/licence.ts'
import * as apiErrorsText from '#messages/api-errors.ts'

/** A rider as an admin sees them. */
export const rider = v.object({
  id,
  name: v.string(),
  /** Empty: a guest whom the desk has added has none. */
  email: v.string(),
  phone: textOrEmpty,
  property_id: optionalId,
  property_name: optionalText,
  profile_image_url: optionalText,
  // Only the embedded backend sends these.
  /** Readable only with an admin's token. */
  license_photo_url: optionalText,
  /** The number of paid rides that are ahead, under way or late. With any, the rider cannot be deleted. */
  rides_ahead: v.nullish(v.number()),
  license_status: v.nullish(openEnum(LICENCE_STATUSES)),
  is_suspended: v.nullish(v.boolean()),
  /** The rider has asked for the deletion: its day, 'yyyy-MM-dd'. */
  leaves_on: v.nullish(v.string()),
  created_at: optionalText
})
export type RiderForAdmin = v.InferOutput<typeof rider>

export const listRiders = defineEndpoint('GET /admin/users', {
  staff: { lowest: 'manager', scope: 'list' },
  isSpecified: true,
  output: v.array(rider),
  /** Each word of `q` matches the start of a word of the name or email, of the whole email, or of the phone. */
  query: listQuery(['created_at', 'email', 'name'], { ...search, property_id: v.optional(idText) })
})

export const updateRiderPhoto = defineEndpoint('PUT /admin/users/{id}/profile-image', {
  staff: { lowest: 'manager', scope: 'rider' },
  isSpecified: true,
  body: v.object({ image: v.instance(Blob, apiErrorsText.notImage) }, apiErrorsText.notImage),
  encoding: 'form',
  file: 'buffered',
  output: resourceOrNull(rider)
})

/**
 * Deletes the rider's personal data and licence photo; bookings stay anonymised. 409 while a paid ride is
 * upcoming, or a payment, refund or dispute is unfinished.
 */
export const deleteRider = defineEndpoint('DELETE /admin/users/{id}', {
  staff: { lowest: 'manager', scope: 'rider' },
  output: messageResponse
})

/** A mail or push message to a rider, without its text. */
export const riderMessage = v.object({
  id,
  kind: v.picklist(RIDER_MESSAGE_KINDS),
  channel: v.picklist(MESSAGE_CHANNELS),
  state: v.picklist(MESSAGE_STATES),
  /** Null until it is sent. */
  subject: optionalText,
  created_at: v.string(),
  sent_at: optionalText,
  /** Why the last attempt failed. */
  error: optionalText
})
export type RiderMessage = v.InferOutput<typeof riderMessage>

/** The latest messages to a rider, newest first. They are kept for MESSAGE_RETENTION_DAYS. */
export const listRiderMessages = defineEndpoint('GET /admin/users/{id}/messages', {
  staff: { lowest: 'manager', scope: 'rider' },
  output: v.array(riderMessage)
})

export const docs = {
  listRiders: { summary: 'List the riders' },
  updateRiderPhoto: { summary: "Replace a rider's profile picture" },
  deleteRider: {
    refusals: ['rider_has_dispute', 'rider_has_pending_refund', 'rider_has_rides'],
    summary: "Delete a rider's personal data"
  },
  listRiderMessages: { summary: 'List the latest messages to a rider' }
} satisfies Docs
