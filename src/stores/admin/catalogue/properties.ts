import { HAS_CLOUD_STORAGE } from '#client/build-config.ts'
import { call } from '#client/http/api.ts'
import { ApiError } from '#client/http/api-error.ts'
import { uploadFailureReason, uploadPropertyImage } from '#client/uploads/uploads.ts'
import {
  createProperty,
  deleteProperty,
  type PropertyForAdmin,
  updateProperty
} from '#contract/catalogue/admin-properties.ts'
import { HAS_OWN_STORAGE, HAS_PROPERTY_RULES } from '#domain/backend.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import { createCrud } from '#stores/admin/crud/crud.ts'
import { image, text } from '#stores/admin/crud/fields.ts'
import { onlyChanged } from '#stores/admin/crud/row-form.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { leadToScooters } from '#stores/admin/overview/overview.ts'
import { failAtField } from '#stores/kit/forms/form.ts'
import { uploadOnce } from '#stores/kit/forms/photo.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { rulesForm } from './property-rules.ts'

/** An external backend has no upload call, so it needs cloud storage. */
export const CAN_UPLOAD_IMAGES = HAS_OWN_STORAGE || HAS_CLOUD_STORAGE

const picture = uploadOnce(uploadPropertyImage)
export const $uploadPercent = picture.$percent

/** Sends a property after its new picture, of which the call accepts only the URL. */
async function sendWithPicture(file: File | undefined, send: (uploaded: { image_url?: string }) => Promise<unknown>) {
  if (!file) return send({})
  const imageUrl = await failAtField(picture.upload(file), 'image', uploadFailureReason)
  return send({ image_url: imageUrl }).catch((error: unknown) => {
    // A validation error may concern the picture. Forget its URL, so that the next submit uploads it again.
    if (error instanceof ApiError && Array.isArray(error.detail)) picture.forget(file)
    throw error
  })
}

const crud = createCrud({
  fields: {
    name: text,
    location: text,
    parking_note: { ...text, sent: (typed: string) => (HAS_PROPERTY_RULES ? typed.trim() : undefined) },
    image
  },
  getId: ({ id }: PropertyForAdmin) => id,
  getName: ({ name }) => name,
  create: async ({ image: file, parking_note, ...named }) => {
    const body = { ...named, ...(parking_note && { parking_note }) }
    await sendWithPicture(file, uploaded => call(createProperty, { body: { ...body, ...uploaded } }))
    leadToScooters()
  },
  keepIfEmpty: ['location', 'name'],
  fieldAliases: { image_url: 'image' },
  reload: () => reloadAfter('properties'),
  leaveOther: rulesForm.leave,
  remove: async ({ id }) => {
    const response = await call(deleteProperty, { params: { id } })
    if (rulesForm.$openId.get() === id) rulesForm.cancel()
    return response
  },
  schemas: { create: createProperty.body, update: updateProperty.body },
  // The specification asks for only the changed fields of a property, so external backends support that too.
  update: ({ id }, { image: file, ...body }, changed) =>
    sendWithPicture(file, uploaded =>
      call(updateProperty, { body: { ...onlyChanged(body, changed), ...uploaded }, params: { id } })
    ),
  messages: catalogueText.properties
})

export const propertyCrud = {
  ...crud,
  /** Of the form, or of the rules in its place. */
  $openId: computed([crud.$openId, rulesForm.$openId], (edited, ruled) => edited ?? ruled)
}

/** Opens the rules of a property in the place of its form. */
export function openRules(row: PropertyForAdmin): void {
  propertyCrud.leave(() => rulesForm.leave(() => rulesForm.open({ mode: 'edit', row }, rulesForm.newFields())))
}
