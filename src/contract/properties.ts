import * as v from 'valibot'
import * as text from '#messages/admin.ts'
import { defineEndpoint } from './endpoint.ts'
import { changed, filled, id, optionalText, said, textOrEmpty } from './fields.ts'
import { listing } from './listing.ts'

export const property = v.object({
  id,
  name: v.string(),
  location: textOrEmpty,
  /** Root-relative with our own storage, absolute with cloud storage; null without a picture. */
  image_url: optionalText
})
export type Property = v.InferOutput<typeof property>

/** Open to everybody: the sign-up form needs it before there is an account. */
export const listProperties = defineEndpoint({
  access: 'public',
  method: 'GET',
  output: v.array(property),
  path: '/properties'
})

const imageUrl = v.nullish(v.string())

export const listAllProperties = defineEndpoint({
  access: 'admin',
  method: 'GET',
  output: v.array(property),
  path: '/admin/properties',
  /** `q` looks in name and location. */
  query: listing(['created_at', 'location', 'name'])
})

export const createProperty = defineEndpoint({
  access: 'admin',
  body: v.object({
    image_url: imageUrl,
    location: filled(text.locationRequired),
    name: filled(text.nameRequired)
  }),
  method: 'POST',
  output: changed(property),
  path: '/admin/properties'
})

/** Only the changed fields travel; what is left out stays as it is. */
export const updateProperty = defineEndpoint({
  access: 'admin',
  body: v.object({
    image_url: imageUrl,
    location: v.exactOptional(filled(text.locationRequired)),
    name: v.exactOptional(filled(text.nameRequired))
  }),
  method: 'PUT',
  output: changed(property),
  path: '/admin/properties/{id}'
})

export const deleteProperty = defineEndpoint({
  access: 'admin',
  method: 'DELETE',
  output: said,
  path: '/admin/properties/{id}'
})
