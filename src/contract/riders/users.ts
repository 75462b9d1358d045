import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, messageResponse, optionalId, optionalText, resourceOrNull, textOrEmpty } from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'
import { uploadNotImage } from '#messages/auth.ts'

/** A rider as an admin sees him. */
export const user = v.object({
  id,
  name: v.string(),
  email: v.string(),
  phone: textOrEmpty,
  property_id: optionalId,
  property_name: optionalText,
  profile_image_url: optionalText,
  // Added by us.
  /** Readable with an admin's token only. */
  license_photo_url: optionalText,
  created_at: optionalText
})
export type User = v.InferOutput<typeof user>

export const listUsers = defineEndpoint({
  access: 'admin',
  method: 'GET',
  output: v.array(user),
  path: '/admin/users',
  /** `q`: how the name, what follows its first word, or the e-mail begins. */
  query: listQuery(['created_at', 'email', 'name'], { property_id: v.optional(v.string()) })
})

export const updateProfileImage = defineEndpoint({
  access: 'admin',
  body: v.object({ image: v.instance(Blob, uploadNotImage) }, uploadNotImage),
  encoding: 'form',
  method: 'PUT',
  output: resourceOrNull(user),
  path: '/admin/users/{id}/profile-image'
})

/**
 * Added by us: what is personal of a rider is deleted, the licence photo too; what he booked stays, as somebody's. 409
 * while a paid ride is ahead or money is under way.
 */
export const deleteUser = defineEndpoint({
  access: 'admin',
  isExtension: true,
  method: 'DELETE',
  output: messageResponse,
  path: '/admin/users/{id}'
})
