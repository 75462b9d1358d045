import { initializeApp } from 'firebase/app'
import {
  connectStorageEmulator,
  type FirebaseStorage,
  getDownloadURL,
  getStorage,
  ref,
  type UploadTask,
  type UploadTaskSnapshot,
  uploadBytesResumable
} from 'firebase/storage'
import { CLOUD_BUCKET, CLOUD_PROJECT } from '#client/build-config.ts'
import type { OnProgress } from '#client/http/transfer.ts'
import { UPLOAD_STALL_MS } from '#domain/constants.ts'
import { objectUrl } from '#domain/uploads/urls.ts'

/** Cloud storage calls are retried for this long. */
const CLOUD_RETRY_WINDOW_MS = 10_000

// The Firebase library in a chunk of its own; uploads.ts loads it for the first upload.

const storage = openStorage()

function openStorage(): FirebaseStorage {
  const firebaseStorage = getStorage(initializeApp(CLOUD_PROJECT))
  const [host, port] = CLOUD_BUCKET.emulatorHost?.split(':') ?? []
  if (host) connectStorageEmulator(firebaseStorage, host, Number(port))
  // The library's default is ten minutes.
  firebaseStorage.maxUploadRetryTime = CLOUD_RETRY_WINDOW_MS
  firebaseStorage.maxOperationRetryTime = CLOUD_RETRY_WINDOW_MS
  return firebaseStorage
}

/** Uploads a file and returns its download URL. Throws the library's own errors. */
export async function uploadFile(
  file: Blob,
  { contentType, path }: { contentType: string; path: string },
  onProgress: OnProgress
): Promise<string> {
  const task = uploadBytesResumable(ref(storage, path), file, { contentType })
  mapDownloadToken(task)
  const { metadata, ref: storedRef } = await waitForUpload(task, onProgress)
  // Typed as an array, but the value is the response's comma-separated string.
  const [token] = String(metadata.downloadTokens ?? '').split(',')
  return token ? `${objectUrl(CLOUD_BUCKET, path)}?alt=media&token=${token}` : getDownloadURL(storedRef)
}

// The library limits retries, but not a single request that stalls.
async function waitForUpload(task: UploadTask, onProgress: OnProgress): Promise<UploadTaskSnapshot> {
  let stallTimer: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = task.on('state_changed', ({ bytesTransferred, totalBytes }) => {
    clearTimeout(stallTimer)
    stallTimer = setTimeout(() => task.cancel(), UPLOAD_STALL_MS)
    onProgress(bytesTransferred / totalBytes)
  })
  return Promise.resolve(task).finally(() => {
    clearTimeout(stallTimer)
    unsubscribe()
  })
}

interface MetadataMapping {
  local: string
  server: string
  writable: boolean
  xform: (metadata: unknown, value: unknown) => unknown
}

// `getDownloadURL` sends another request, which storage rules without read access reject. The upload response already
// contains the token, but the library's mappings omit it. Adding the mapping makes it available. The library has no
// public way; tests/client/cloud-storage.test.ts fails if a new version renames the mappings.
function mapDownloadToken(task: UploadTask & { _mappings?: MetadataMapping[] }): void {
  const token = 'downloadTokens'
  if (task._mappings?.some(({ server }) => server === token)) return
  task._mappings?.push({ local: token, server: token, writable: false, xform: (_, value) => value })
}
