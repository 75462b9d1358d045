import * as v from 'valibot'
import * as text from '#messages/admin.ts'
import { defineEndpoint } from './endpoint.ts'
import { filled, id, optionalText, said, textOrEmpty } from './fields.ts'

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
  path: '/admin/properties'
})

export const createProperty = defineEndpoint({
  access: 'admin',
  body: v.object({
    image_url: imageUrl,
    location: filled(text.locationRequired),
    name: filled(text.nameRequired)
  }),
  method: 'POST',
  output: property,
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
  output: property,
  path: '/admin/properties/{id}'
})

export const deleteProperty = defineEndpoint({
  access: 'admin',
  method: 'DELETE',
  output: said,
  path: '/admin/properties/{id}'
})
