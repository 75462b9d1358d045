import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { email } from '#contract/kit/fields.ts'
import * as auth from '#messages/auth.ts'

// Added by us: where pictures live when no cloud storage is configured. The picture is the last field of its form, whose
// length is declared: it is stored as it comes.

const uploadResult = v.object({ url: v.string() })
const image = v.instance(Blob, auth.uploadNotImage)

/** Before there is an account; the answer's address goes into the sign-up as license_photo_url. */
export const uploadLicence = defineEndpoint({
  access: 'public',
  isExtension: true,
  body: v.object({ email, file: image }, auth.uploadNotImage),
  encoding: 'form',
  method: 'POST',
  output: uploadResult,
  path: '/uploads/license'
})

/** The property image's separate upload step (decision 50). */
export const uploadImage = defineEndpoint({
  access: 'admin',
  isExtension: true,
  body: v.object({ image }, auth.uploadNotImage),
  encoding: 'form',
  method: 'POST',
  output: uploadResult,
  path: '/admin/uploads'
})

/** The bytes themselves. */
export const getImage = defineEndpoint({
  access: 'public',
  isExtension: true,
  method: 'GET',
  output: v.any(),
  path: '/images/{id}'
})

/** An identity paper: for admins only (design.md §7). */
export const getLicence = defineEndpoint({
  access: 'admin',
  isExtension: true,
  method: 'GET',
  output: v.any(),
  path: '/admin/licenses/{id}'
})
