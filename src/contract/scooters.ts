import * as v from 'valibot'
import { SCOOTER_STATUSES } from '#domain/booking-status.ts'
import { isPin } from '#domain/pin.ts'
import * as text from '#messages/admin.ts'
import { defineEndpoint } from './endpoint.ts'
import { changed, day, filled, id, optionalId, optionalText, said } from './fields.ts'
import { listing } from './listing.ts'

const shared = {
  id,
  name: v.string(),
  property_id: optionalId,
  property_location: optionalText,
  property_name: optionalText,
  image_url: optionalText
}

/** What a rider sees of a scooter: everything but its PIN (decision 53). */
export const scooter = v.object({
  ...shared,
  /** The effective status (decision 40): a paid ride covering now makes an available scooter Booked. */
  status: v.string(),
  /** True when only a ride covering now stands in the way, so that it can be booked for later. */
  bookable_later: v.nullish(v.boolean(), false),
  /** UTC ISO: when the ride covering now ends. */
  booked_until: optionalText
})
export type Scooter = v.InferOutput<typeof scooter>

/** What an admin sees: the stored status and the PIN. */
export const scooterForAdmin = v.object({
  ...shared,
  otp_pin: optionalText,
  status: v.string(),
  // Added by us.
  /** UTC ISO: when the paid ride covering now ends; it makes an Available scooter Booked for now (decision 40). */
  booked_until: optionalText,
  /** Paid rides that have not ended: they stay when the scooter goes to maintenance (decision 46). */
  rides_ahead: v.nullish(v.number())
})
export type ScooterForAdmin = v.InferOutput<typeof scooterForAdmin>

export const listPropertyScooters = defineEndpoint({
  access: 'rider',
  method: 'GET',
  output: v.array(scooter),
  path: '/properties/{property_id}/scooters'
})

/** Added by us: the windows that cannot be booked on a day in India or the next, without names. */
export const getAvailability = defineEndpoint({
  access: 'rider',
  added: true,
  method: 'GET',
  output: v.object({ busy: v.array(v.object({ end_time: v.string(), start_time: v.string() })) }),
  path: '/scooters/{id}/availability',
  query: v.object({ date: day })
})

export const listAllScooters = defineEndpoint({
  access: 'admin',
  method: 'GET',
  output: v.array(scooterForAdmin),
  path: '/admin/scooters',
  /** `q` looks in the names of scooter and property; `status` is the stored one. */
  query: listing(['created_at', 'name', 'property_name', 'status'], {
    property_id: v.optional(v.string()),
    status: v.optional(v.picklist(SCOOTER_STATUSES, text.unknownStatus))
  })
})

const status = v.picklist(SCOOTER_STATUSES, text.unknownStatus)
// Empty on create: a random one. Empty on edit: the old one stays (decision 48).
const otp_pin = v.pipe(
  v.string(),
  v.trim(),
  v.check(value => value === '' || isPin(value), text.invalidPin)
)
// A form whose file was not chosen still sends the field, empty.
const image = v.pipe(
  v.union([v.instance(Blob), v.literal('')]),
  v.transform(value => (value instanceof Blob && value.size > 0 ? value : undefined))
)

export const createScooter = defineEndpoint({
  access: 'admin',
  body: v.object({
    image: v.exactOptional(image),
    name: filled(text.nameRequired),
    otp_pin: v.optional(otp_pin, ''),
    property_id: v.optional(v.string(), ''),
    status: v.optional(status, 'Available')
  }),
  encoding: 'form',
  method: 'POST',
  output: changed(scooterForAdmin),
  path: '/admin/scooters'
})

export const updateScooter = defineEndpoint({
  access: 'admin',
  body: v.object({
    image: v.exactOptional(image),
    name: v.exactOptional(filled(text.nameRequired)),
    otp_pin: v.exactOptional(otp_pin),
    property_id: v.exactOptional(v.string()),
    status: v.exactOptional(status)
  }),
  encoding: 'form',
  method: 'PUT',
  output: changed(scooterForAdmin),
  path: '/admin/scooters/{id}'
})

export const deleteScooter = defineEndpoint({
  access: 'admin',
  method: 'DELETE',
  output: said,
  path: '/admin/scooters/{id}'
})

/** Only what is not six digits yet; the message names the count, and the scooters left alone (decision 49). */
export const migratePins = defineEndpoint({
  access: 'admin',
  method: 'POST',
  output: said,
  path: '/admin/scooters/migrate-pins'
})
