import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { messageResponse, requiredText, resourceOrNull } from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'
import * as text from '#messages/admin/responses.ts'
import { property } from './properties.ts'

// Public calls have their own module, so that other pages do not load admin calls.

export const propertyForAdmin = v.object({
  ...property.entries,
  /** Extension: the number of paid rides that have not ended. With any, it cannot be deleted. */
  rides_ahead: v.nullish(v.number())
})
export type PropertyForAdmin = v.InferOutput<typeof propertyForAdmin>

const imageUrl = v.nullish(v.string())

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
    name: requiredText(text.nameRequired)
  }),
  method: 'POST',
  output: resourceOrNull(property),
  path: '/admin/properties'
})

/** Missing fields stay unchanged. */
export const updateProperty = defineEndpoint({
  access: 'admin',
  body: v.object({
    image_url: imageUrl,
    location: v.optional(requiredText(text.locationRequired)),
    name: v.optional(requiredText(text.nameRequired))
  }),
  method: 'PUT',
  output: resourceOrNull(property),
  path: '/admin/properties/{id}'
})

export const deleteProperty = defineEndpoint({
  access: 'admin',
  method: 'DELETE',
  output: messageResponse,
  path: '/admin/properties/{id}'
})
