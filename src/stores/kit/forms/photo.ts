import { atom, type WritableAtom } from 'nanostores'

/**
 * Shows a chosen photo at once. If it turns out that it cannot be uploaded, the previous one is shown again, and the
 * reason is returned.
 */
export async function choosePhotoFor(
  $photo: WritableAtom<File | null>,
  photo: File,
  findIssue: (photo: File) => Promise<string | null>
): Promise<string | null> {
  const before = $photo.get()
  $photo.set(photo)
  const issue = await findIssue(photo)
  if (issue === null || $photo.get() !== photo) return null
  $photo.set(before)
  return issue
}

/** Uploads a photo, with the details that its storage needs. `onProgress` gets the part that is sent, up to 1. */
type Upload<Result, Details extends unknown[]> = (
  photo: File,
  onProgress: (part: number) => void,
  ...details: Details
) => Promise<Result>

/** An upload with its progress. A repeated submit does not upload its photo again, unless that upload is forgotten. */
export function uploadOnce<Result, Details extends unknown[]>(upload: Upload<Result, Details>) {
  /** Progress in percent; null while no upload runs. */
  const $percent = atom<number | null>(null)
  const results = new WeakMap<File, Result>()

  async function send(photo: File, details: Details): Promise<Result> {
    $percent.set(0)
    const onProgress = (part: number) => $percent.set(Math.round(part * 100))
    const result = await upload(photo, onProgress, ...details).finally(() => $percent.set(null))
    results.set(photo, result)
    return result
  }

  return {
    $percent,
    forget: (photo: File) => void results.delete(photo),
    upload: async (photo: File, ...details: Details) => results.get(photo) ?? send(photo, details)
  }
}
