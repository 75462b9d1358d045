import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { optionalText, textOrEmpty } from '#contract/kit/fields.ts'
import { idFor } from '#contract/kit/ids.ts'

const propertyFields = {
  name: v.string(),
  location: textOrEmpty,
  /** Root-relative with our own storage, absolute with cloud storage; null without a picture. */
  image_url: optionalText
}

export const property = v.object({ id: idFor('property_id'), ...propertyFields })
export type Property = v.InferOutput<typeof property>

/** What is kept of a property that was deleted, for the riders who live there. */
export const closedProperty = v.object(propertyFields)
export type ClosedProperty = v.InferOutput<typeof closedProperty>

/** Open to everybody: the sign-up form needs it before there is an account. */
export const listProperties = defineEndpoint({
  access: 'public',
  method: 'GET',
  output: v.array(property),
  path: '/properties'
})
