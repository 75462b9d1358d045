import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { email } from '#contract/kit/fields.ts'
import * as apiErrorsText from '#messages/api-errors.ts'

// Picture storage for installations without cloud storage. The picture must be the form's last field and the
// form's length declared, because it is stored as a stream.

/** The address to send with the record that uses the picture. */
export const uploadResult = v.object({ url: v.string() })
const image = v.instance(Blob, apiErrorsText.notImage)

/** The bytes of a picture. Another answer, such as the HTML page of a captive portal, does not fit. */
export const photo = v.pipe(
  v.instance(Blob),
  v.check(({ type }) => type.startsWith('image/'))
)

/** Public, because it precedes the account. Send the returned URL as license_photo_url of the sign-up. */
export const uploadLicence = defineEndpoint('POST /uploads/license', {
  access: 'public',
  body: v.object({ email, file: image }, apiErrorsText.notImage),
  encoding: 'form',
  file: 'streamed',
  output: uploadResult
})

export const uploadImage = defineEndpoint('POST /admin/uploads', {
  staff: { lowest: 'manager', scope: 'none' },
  body: v.object({ image }, apiErrorsText.notImage),
  encoding: 'form',
  file: 'streamed',
  output: uploadResult
})

export const uploadReturnPhoto = defineEndpoint('POST /uploads/photo', {
  access: 'rider',
  body: v.object({ file: image }, apiErrorsText.notImage),
  encoding: 'form',
  file: 'streamed',
  output: v.object({ id: v.string() })
})

export const getReturnPhoto = defineEndpoint('GET /photos/{id}', {
  access: 'account',
  staff: { lowest: 'caretaker', scope: 'photo' },
  output: photo
})

export const getImage = defineEndpoint('GET /images/{id}', { access: 'public', output: photo })

/** Admins only, because it is an identity document. */
export const getLicence = defineEndpoint('GET /admin/licenses/{id}', {
  staff: { lowest: 'manager', scope: 'licence' },
  output: photo
})

export const docs = {
  uploadLicence: { summary: "Upload a rider's licence photo before the sign-up" },
  uploadImage: { summary: "Upload a property's picture" },
  uploadReturnPhoto: { summary: 'Upload a photo of the parked scooter before the ride is returned' },
  getReturnPhoto: { summary: 'Get the photo of a returned scooter, as its rider or an admin' },
  getImage: { refusals: ['not_found'], summary: 'Get an image' },
  getLicence: { summary: 'Get a licence photo' }
} satisfies Docs
