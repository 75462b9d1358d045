import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { addressInput, messageResponse, optionalText, requiredText, resourceOrNull } from '#contract/kit/fields.ts'
import { listQuery, search } from '#contract/kit/list-query.ts'
import { PARKING_NOTE_MAX_LENGTH } from '#domain/constants.ts'
import { cleanLine } from '#domain/kit/text.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { property } from './catalogue.ts'

// Public calls have their own module, so that other pages do not load admin calls.

/** Only the embedded backend knows it. Empty text removes the note. */
const parkingNote = v.nullish(
  v.pipe(
    v.string(apiErrorsText.notText),
    v.trim(),
    v.maxLength(PARKING_NOTE_MAX_LENGTH, formsText.parkingNoteTooLong),
    v.transform(note => cleanLine(note) || null)
  )
)

export const propertyForAdmin = v.object({
  ...property.entries,
  // Only the embedded backend sends these.
  /** The number of paid rides that are ahead, under way or late. With any, it cannot be deleted. */
  rides_ahead: v.nullish(v.number()),
  /** Where the scooters are parked. The public list leaves it out; riders read it in their bookings. */
  parking_note: optionalText,
  /** Somebody confirms the return of its rides, so they can be late. */
  confirms_returns: v.nullish(v.boolean()),
  /** No ride starts before this instant, UTC ISO; riders read the note. */
  paused_until: v.nullish(v.string()),
  pause_note: v.nullish(v.string())
})
export type PropertyForAdmin = v.InferOutput<typeof propertyForAdmin>

export const listAllProperties = defineEndpoint('GET /admin/properties', {
  staff: { lowest: 'manager', scope: 'list' },
  isSpecified: true,
  output: v.array(propertyForAdmin),
  /** `q` searches name and location. */
  query: listQuery(['created_at', 'location', 'name'], search)
})

const propertyInput = v.object({
  image_url: v.nullish(addressInput),
  location: requiredText(formsText.locationRequired),
  name: requiredText(formsText.nameRequired),
  parking_note: parkingNote
})

export const createProperty = defineEndpoint('POST /admin/properties', {
  staff: { lowest: 'owner' },
  isSpecified: true,
  body: propertyInput,
  output: resourceOrNull(propertyForAdmin)
})

/** Missing fields stay unchanged. */
export const updateProperty = defineEndpoint('PUT /admin/properties/{id}', {
  staff: { lowest: 'manager', scope: 'property' },
  isSpecified: true,
  body: v.partial(propertyInput, ['location', 'name']),
  output: resourceOrNull(propertyForAdmin)
})

export const deleteProperty = defineEndpoint('DELETE /admin/properties/{id}', {
  staff: { lowest: 'owner' },
  isSpecified: true,
  output: messageResponse
})

export const docs = {
  listAllProperties: { summary: 'List all properties' },
  createProperty: { summary: 'Create a property' },
  updateProperty: { summary: 'Change a property' },
  deleteProperty: {
    refusals: ['property_has_rides', 'property_not_found'],
    summary: 'Delete a property without upcoming rides'
  }
} satisfies Docs
