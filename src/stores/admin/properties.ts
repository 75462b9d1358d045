import { call } from '#client/api.ts'
import { uploadPicture } from '#client/pictures.ts'
import { createProperty, deleteProperty, type Property, updateProperty } from '#contract/properties.ts'
import * as text from '#messages/portal.ts'
import { createCrud } from './crud.ts'
import { reloadAfter } from './lists.ts'

export interface PropertyFields {
  [field: string]: File | string | null
  image: File | null
  location: string
  name: string
}

const bodyOf = ({ location, name }: PropertyFields) => ({ location: location.trim(), name: name.trim() })

/** Where a new picture is kept; the separate upload step of spec §7. */
async function pictureOf({ image }: PropertyFields): Promise<{ image_url?: string }> {
  return image ? { image_url: await uploadPicture(image, 'properties') } : {}
}

export const crud = createCrud<Property, PropertyFields>({
  bodyOf,
  create: async fields => call(createProperty, { body: { ...bodyOf(fields), ...(await pictureOf(fields)) } }),
  empty: () => ({ name: '', location: '', image: null }),
  fieldsOf: ({ location, name }) => ({ image: null, location, name }),
  idOf: ({ id }) => id,
  reload: () => reloadAfter('properties'),
  remove: ({ id }) => call(deleteProperty, { params: { id } }),
  rules: { create: createProperty.body, update: updateProperty.body },
  update: async ({ id }, fields, changed) => {
    const body = bodyOf(fields)
    const sent = Object.fromEntries(Object.entries(body).filter(([name]) => changed.includes(name)))
    return call(updateProperty, { body: { ...sent, ...(await pictureOf(fields)) }, params: { id } })
  },
  words: text.properties
})
