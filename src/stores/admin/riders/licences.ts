import { call } from '#client/http/api.ts'
import type { RiderForAdmin } from '#contract/riders/admin-riders.ts'
import { getLicence } from '#contract/uploads/uploads.ts'
import { licenceIdFromUrl } from '#domain/uploads/upload-urls.ts'
import { createPhotoDialog } from '#stores/admin/kit/photo-dialog.ts'

/** Licence photos are identity documents: fetched with the admin's token, and released on close. */
export const licenceDialog = createPhotoDialog<RiderForAdmin>({
  load: ({ license_photo_url }) =>
    call(getLicence, { params: { id: licenceIdFromUrl(license_photo_url ?? '') ?? '' } }),
  name: 'licence'
})
