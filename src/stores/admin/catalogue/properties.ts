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
import { onlyChanged } from '#stores/admin/crud/row-form.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { leadToScooters } from '#stores/admin/overview/first-steps.ts'
import { failAtField } from '#stores/kit/forms/form.ts'
import { uploadOnce } from '#stores/kit/forms/photo.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { rulesForm } from './property-rules.ts'

/** An external backend has no upload call, so it needs cloud storage. */
export const CAN_UPLOAD_IMAGES = HAS_OWN_STORAGE || HAS_CLOUD_STORAGE

interface PropertyFields {
  [field: string]: File | string | null
  image: File | null
  location: string
  name: string
  parking_note: string
}

const toBody = ({ location, name, parking_note }: PropertyFields) => ({
  location: location.trim(),
  name: name.trim(),
  ...(HAS_PROPERTY_RULES && { parking_note: parking_note.trim() })
})

const picture = uploadOnce(uploadPropertyImage)
export const $uploadPercent = picture.$percent

/** Uploads a new picture before the property is saved, because the save call accepts only its URL. */
async function uploadedImage({ image }: PropertyFields): Promise<{ image_url?: string }> {
  return image ? { image_url: await failAtField(picture.upload(image), 'image', uploadFailureReason) } : {}
}

/** A validation error may concern the picture. Forget its URL, so that the next submit uploads it again. */
function forgetUploadOnRefusal({ image }: PropertyFields) {
  return (error: unknown): never => {
    if (image && error instanceof ApiError && Array.isArray(error.detail)) picture.forget(image)
    throw error
  }
}

const crud = createCrud<PropertyForAdmin, PropertyFields>({
  toBody,
  create: async fields => {
    const { parking_note, ...named } = toBody(fields)
    const body = { ...named, ...(parking_note && { parking_note }), ...(await uploadedImage(fields)) }
    await call(createProperty, { body }).catch(forgetUploadOnRefusal(fields))
    leadToScooters()
  },
  empty: () => ({ name: '', location: '', parking_note: '', image: null }),
  toFields: ({ location, name, parking_note }) => ({ image: null, location, name, parking_note: parking_note ?? '' }),
  getId: ({ id }) => id,
  keepIfEmpty: ['location', 'name'],
  fieldAliases: { image_url: 'image' },
  reload: () => reloadAfter('properties'),
  leaveOther: rulesForm.leave,
  remove: async ({ id }) => {
    const response = await call(deleteProperty, { params: { id } })
    if (rulesForm.$editedRow.get()?.id === id) rulesForm.cancel()
    return response
  },
  schemas: { create: createProperty.body, update: updateProperty.body },
  update: async ({ id }, fields, changed) => {
    // The specification asks for only the changed fields of a property, so external backends support that too.
    const changes = { ...onlyChanged(toBody(fields), changed), ...(await uploadedImage(fields)) }
    return call(updateProperty, { body: changes, params: { id } }).catch(forgetUploadOnRefusal(fields))
  },
  messages: catalogueText.properties
})

export const propertyCrud = {
  ...crud,
  /** Of the form, or of the rules in its place. */
  $openId: computed([crud.$openId, rulesForm.$editedRow], (edited, ruled) => edited ?? ruled?.id ?? null)
}

/** Opens the rules of a property in the place of its form. */
export function openRules(row: PropertyForAdmin): void {
  propertyCrud.leave(() => rulesForm.leave(() => rulesForm.open({ mode: 'edit', row }, rulesForm.newFields())))
}
