import { call } from '#client/http/api.ts'
import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { getReturnPhoto } from '#contract/uploads/uploads.ts'
import { createPhotoDialog } from '#stores/admin/kit/photo-dialog.ts'

/** The photo of the parked scooter. */
export const returnPhotoDialog = createPhotoDialog<BookingForAdmin>({
  load: ({ return_photo_id }) => call(getReturnPhoto, { params: { id: return_photo_id ?? '' } }),
  name: 'return'
})
