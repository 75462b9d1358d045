import { isOffline } from '#client/device/browser.ts'
import { NOT_FOUND } from '#client/http/problem.ts'
import type { OnProgress } from '#client/http/progress.ts'
import { imageTypeOf } from '#domain/photo.ts'
import * as text from '#messages/auth.ts'

// What the library calls a failure, in our words. A cloud that refuses everybody, or is not there, is not set up.
const ERROR_MESSAGES: Record<string, string> = {
  'storage/canceled': text.storageTimedOut,
  'storage/invalid-default-bucket': text.storageUnavailable,
  'storage/quota-exceeded': text.storageFull,
  'storage/retry-limit-exceeded': text.storageTimedOut,
  'storage/unauthenticated': text.storageUnavailable,
  'storage/unauthorized': text.storageUnavailable,
  'storage/unauthorized-app': text.storageUnavailable
}

/** Keeps a picture in the cloud project's storage and answers its download address; throws the reason to show. */
export async function uploadToCloud(file: File, path: string, onProgress: OnProgress): Promise<string> {
  // The library would go on trying.
  if (isOffline()) throw new Error(text.networkUnreachable)
  const { uploadFile } = await loadUploader()
  return uploadFile(file, path, imageTypeOf(file) ?? file.type, onProgress).catch((error: unknown) => {
    console.error(error)
    throw new Error(errorMessage(error))
  })
}

/** Loads what the upload will need while its sender is still busy with something else. */
export function preloadUploader(): void {
  void loadUploader().catch(() => undefined)
}

// Asked here in the build's own words: it sees that the library can't be reached, and leaves it out of what it builds.
async function loadUploader(): Promise<typeof import('./firebase-storage.ts')> {
  if (import.meta.env.SSR || !import.meta.env.PUBLIC_FIREBASE_STORAGE_BUCKET) throw new Error(text.storageUnavailable)
  const loaded = import('./firebase-storage.ts')
  return loaded.catch(() => {
    throw new Error(text.networkUnreachable)
  })
}

function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return text.storageRefused
  if ('status' in error && error.status === NOT_FOUND) return text.storageUnavailable
  return ('code' in error && ERROR_MESSAGES[String(error.code)]) || text.storageRefused
}
