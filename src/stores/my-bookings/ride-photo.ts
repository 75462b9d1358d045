import { atom } from 'nanostores'
import { riderPhotoIssue, uploadReturnPhoto } from '#client/uploads/uploads.ts'
import { choosePhotoFor, uploadOnce } from '#stores/kit/forms/photo.ts'

export type RidePhoto = ReturnType<typeof createRidePhoto>

/** A photo that a rider may add to a return or a report. */
export function createRidePhoto() {
  const $photo = atom<File | null>(null)
  const $error = atom<string | null>(null)
  const upload = uploadOnce(uploadReturnPhoto)

  /** A rejected photo does not replace the previous one. */
  async function choose(photo: File): Promise<void> {
    $error.set(null)
    $error.set(await choosePhotoFor($photo, photo, chosen => riderPhotoIssue(chosen, 'return')))
  }

  function remove(): void {
    $photo.set(null)
    $error.set(null)
  }

  return { ...upload, $error, $photo, choose, remove }
}
