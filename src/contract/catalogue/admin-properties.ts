import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { messageResponse, optionalText, requiredText, resourceOrNull } from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'
import { digitsOf, INTERNATIONAL_PHONE, mapNumberRules, PIN_MODES } from '#domain/catalogue/property-rules.ts'
import { PARKING_NOTE_MAX_LENGTH } from '#domain/constants.ts'
import * as text from '#messages/admin/catalogue/catalogue.ts'
import { invalidSupportPhone, outOfRange, unknownPinMode } from '#messages/admin/catalogue/property-rules.ts'
import { notText } from '#messages/validation.ts'
import { property } from './properties.ts'

// Public calls have their own module, so that other pages do not load admin calls.

const imageUrl = v.nullish(v.string())

/** Only the embedded backend knows it. Empty text removes the note. */
const parkingNote = v.nullish(
  v.pipe(
    v.string(notText),
    v.trim(),
    v.maxLength(PARKING_NOTE_MAX_LENGTH, text.parkingNoteTooLong),
    v.transform(note => note || null)
  )
)

export const propertyForAdmin = v.object({
  ...property.entries,
  // Only the embedded backend sends these.
  /** The number of paid rides that have not ended. With any, it cannot be deleted. */
  rides_ahead: v.nullish(v.number()),
  /** Where the scooters are parked. The public list leaves it out; riders read it in their bookings. */
  parking_note: optionalText
})
export type PropertyForAdmin = v.InferOutput<typeof propertyForAdmin>

export const listAllProperties = defineEndpoint({
  access: 'admin',
  method: 'GET',
  output: v.array(propertyForAdmin),
  path: '/admin/properties',
  /** `q` searches name and location. */
  query: listQuery(['created_at', 'location', 'name'])
})

export const createProperty = defineEndpoint({
  access: 'admin',
  body: v.object({
    image_url: imageUrl,
    location: requiredText(text.locationRequired),
    name: requiredText(text.nameRequired),
    parking_note: parkingNote
  }),
  method: 'POST',
  output: resourceOrNull(propertyForAdmin),
  path: '/admin/properties'
})

/** Missing fields stay unchanged. */
export const updateProperty = defineEndpoint({
  access: 'admin',
  body: v.object({
    image_url: imageUrl,
    location: v.optional(requiredText(text.locationRequired)),
    name: v.optional(requiredText(text.nameRequired)),
    parking_note: parkingNote
  }),
  method: 'PUT',
  output: resourceOrNull(propertyForAdmin),
  path: '/admin/properties/{id}'
})

export const deleteProperty = defineEndpoint({
  access: 'admin',
  method: 'DELETE',
  output: messageResponse,
  path: '/admin/properties/{id}'
})

// The rules of a property, which an admin can change. Null means the default (domain/catalogue/property-rules.ts).
// Their path, their table and the logged action update_settings call them settings.

const rules = v.object({
  ...mapNumberRules(() => v.nullish(v.number(), null)),
  pin_mode: v.nullish(v.picklist(PIN_MODES), null),
  /** Digits in the international form, without a plus. */
  support_phone: optionalText
})
export type PropertyRules = v.InferOutput<typeof rules>

const numbers = mapNumberRules((_, { max, min, step = 1 }) => {
  const message = outOfRange(min, max, step)
  const isWhole = v.multipleOf(step, message)
  return v.nullish(v.pipe(v.number(message), isWhole, v.minValue(min, message), v.maxValue(max, message)))
})

const phone = v.pipe(
  v.string(invalidSupportPhone),
  v.trim(),
  v.regex(INTERNATIONAL_PHONE, invalidSupportPhone),
  v.transform(digitsOf)
)

export const getPropertyRules = defineEndpoint({
  access: 'admin',
  isEmbeddedOnly: true,
  method: 'GET',
  output: rules,
  path: '/admin/properties/{id}/settings'
})

/**
 * Missing fields stay unchanged; null restores the default. Bookings keep the cancellation terms they were made with;
 * the PIN rules apply at once.
 */
export const updatePropertyRules = defineEndpoint({
  access: 'admin',
  isEmbeddedOnly: true,
  body: v.object({
    ...numbers,
    pin_mode: v.nullish(v.picklist(PIN_MODES, unknownPinMode)),
    support_phone: v.nullish(phone)
  }),
  method: 'PUT',
  output: rules,
  path: '/admin/properties/{id}/settings'
})
