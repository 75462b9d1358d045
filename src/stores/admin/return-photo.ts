import { call } from '#client/http/api.ts'
import { getReturnPhoto } from '#contract/uploads/uploads.ts'
import { createPhotoDialog } from './row-actions.ts'

interface ReturnedRide {
  return_photo_id: string | null
  scooter_name: string
}

/** The photo of the parked scooter. */
export const returnPhotoDialog = createPhotoDialog<ReturnedRide>({
  load: ({ return_photo_id }) => call(getReturnPhoto, { params: { id: return_photo_id ?? '' } }),
  name: 'return'
})
