import type { StorageError } from 'firebase/storage'
import { type LatePart, latePart, PartError } from '#client/device/late-part.ts'
import { isOffline } from '#client/device/network.ts'
import type { OnProgress } from '#client/http/transfer.ts'
import { NOT_FOUND } from '#domain/constants.ts'
import * as uploadsText from '#messages/uploads.ts'
import { imageTypeOf } from './photo-checks.ts'
import { isRejectedUpload, UploadError } from './upload-error.ts'

// Messages by error code of the library. Storage that is missing or denies all access counts as not set up.
const ERROR_MESSAGES: Record<string, string> = {
  'storage/canceled': uploadsText.storageTimedOut,
  'storage/invalid-default-bucket': uploadsText.storageUnavailable,
  'storage/quota-exceeded': uploadsText.storageFull,
  'storage/retry-limit-exceeded': uploadsText.storageTimedOut,
  'storage/unauthenticated': uploadsText.storageUnavailable,
  'storage/unauthorized': uploadsText.storageUnavailable,
  'storage/unauthorized-app': uploadsText.storageUnavailable
}

// The condition repeats the build's environment variables, so that the bundler can drop the library where it is unused.
const uploader: LatePart<typeof import('./firebase-storage.ts')> | null =
  import.meta.env.SSR || !import.meta.env.PUBLIC_FIREBASE_STORAGE_BUCKET
    ? null
    : latePart(() => import('./firebase-storage.ts'))

/** Uploads a picture to cloud storage and returns its download URL. Throws an UploadError. */
export async function uploadToCloud(file: File, path: string, onProgress: OnProgress): Promise<string> {
  // The library would keep retrying.
  if (isOffline()) throw new UploadError(uploadsText.networkUnreachable)
  if (uploader === null) throw new UploadError(uploadsText.storageUnavailable)
  const { uploadFile } = await uploader.load().catch((error: unknown) => {
    if (error instanceof PartError) throw error
    console.error(error)
    throw new UploadError(uploadsText.networkUnreachable)
  })
  const contentType = (await imageTypeOf(file)) ?? file.type
  return uploadFile(file, { contentType, path }, onProgress).catch((error: unknown) => {
    console.error(error)
    throw new UploadError(errorMessage(error))
  })
}

/** Preloads the upload library while the visitor still fills in the form. */
export function preloadUploader(): void {
  uploader?.preload()
}

/** The library's errors have the status of the response, or 0 without one. */
function errorMessage(error: unknown): string {
  const { code = '', status = 0 } = error instanceof Error ? (error as Partial<StorageError>) : {}
  if (status === NOT_FOUND) return uploadsText.storageUnavailable
  return ERROR_MESSAGES[code] ?? (isRejectedUpload(status) ? uploadsText.storageRefused : uploadsText.uploadBroken)
}
