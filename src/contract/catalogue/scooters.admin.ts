import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { messageResponse, optionalText, requiredText, resourceOrNull } from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'
import { SCOOTER_STATUSES } from '#domain/booking-status.ts'
import { isPin } from '#domain/pin.ts'
import * as text from '#messages/admin.ts'
import { scooterFields } from './scooters.public.ts'

// What a rider asks stands apart from what an admin does, and so do its pages.

/** What an admin sees: the stored status and the PIN. */
export const scooterForAdmin = v.object({
  ...scooterFields,
  otp_pin: optionalText,
  status: v.string(),
  // Added by us.
  /** UTC ISO: when the paid ride covering now ends; it makes an Available scooter Booked for now (decision 40). */
  booked_until: optionalText,
  /** Paid rides that have not ended: they stay when the scooter goes to maintenance (decision 46). */
  rides_ahead: v.nullish(v.number()),
  /** Its property was deleted: no rider sees it until it is moved. */
  property_deleted: v.nullish(v.boolean(), false)
})
export type ScooterForAdmin = v.InferOutput<typeof scooterForAdmin>

export const listAllScooters = defineEndpoint({
  access: 'admin',
  method: 'GET',
  output: v.array(scooterForAdmin),
  path: '/admin/scooters',
  /** `q` looks in the names of scooter and property; `status` is the stored one. */
  query: listQuery(['created_at', 'name', 'property_name', 'status'], {
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
    name: requiredText(text.nameRequired),
    otp_pin: v.optional(otp_pin, ''),
    property_id: v.optional(v.string(), ''),
    status: v.optional(status, 'Available')
  }),
  encoding: 'form',
  method: 'POST',
  output: resourceOrNull(scooterForAdmin),
  path: '/admin/scooters'
})

export const updateScooter = defineEndpoint({
  access: 'admin',
  body: v.object({
    image: v.exactOptional(image),
    name: v.exactOptional(requiredText(text.nameRequired)),
    otp_pin: v.exactOptional(otp_pin),
    property_id: v.exactOptional(v.string()),
    status: v.exactOptional(status)
  }),
  encoding: 'form',
  method: 'PUT',
  output: resourceOrNull(scooterForAdmin),
  path: '/admin/scooters/{id}'
})

export const deleteScooter = defineEndpoint({
  access: 'admin',
  method: 'DELETE',
  output: messageResponse,
  path: '/admin/scooters/{id}'
})

/** Only what is not six digits yet; the message names the count, and the scooters left alone (decision 49). */
export const migratePins = defineEndpoint({
  access: 'admin',
  method: 'POST',
  output: messageResponse,
  path: '/admin/scooters/migrate-pins'
})
