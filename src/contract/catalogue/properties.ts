import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, optionalText, textOrEmpty } from '#contract/kit/fields.ts'

const propertyFields = {
  name: v.string(),
  location: textOrEmpty,
  /** Root-relative in our own storage, absolute in cloud storage; null without a picture. */
  image_url: optionalText
}

export const property = v.object({ id, ...propertyFields })
export type Property = v.InferOutput<typeof property>

/** What remains of a deleted property, for its riders. */
export const closedProperty = v.object(propertyFields)
export type ClosedProperty = v.InferOutput<typeof closedProperty>

/** Public, because the sign-up form needs it before there is an account. */
export const listProperties = defineEndpoint({
  access: 'public',
  method: 'GET',
  output: v.array(property),
  path: '/properties'
})
