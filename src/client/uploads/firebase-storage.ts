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
import { CLOUD_BUCKET, CLOUD_PROJECT } from '#client/http/config.ts'
import type { Progress } from '#client/http/progress.ts'
import { objectAddress } from '#domain/cloud-storage.ts'
import { CLOUD_PATIENCE_MS, CLOUD_RETRY_MS } from '#domain/constants.ts'

// The cloud project's own library, in a chunk of its own: cloud-storage.ts loads it for the first upload.

const storage = opened()

function opened(): FirebaseStorage {
  const there = getStorage(initializeApp(CLOUD_PROJECT))
  const [host, port] = CLOUD_BUCKET.emulator_host?.split(':') ?? []
  if (host) connectStorageEmulator(there, host, Number(port))
  // Of its own accord the library tries for ten minutes.
  there.maxUploadRetryTime = CLOUD_RETRY_MS
  there.maxOperationRetryTime = CLOUD_RETRY_MS
  return there
}

/** Sends a file and answers its download address; throws the library's own errors. */
export async function send(file: Blob, path: string, contentType: string, onProgress: Progress): Promise<string> {
  const task = uploadBytesResumable(ref(storage, path), file, { contentType })
  readTokenFromAnswer(task)
  const { metadata, ref: kept } = await finished(task, onProgress)
  // Declared as a list, but the answer's text as it is.
  const [token] = String(metadata.downloadTokens ?? '').split(',')
  return token ? `${objectAddress(CLOUD_BUCKET, path)}?alt=media&token=${token}` : getDownloadURL(kept)
}

// The library limits its retries, not a single request that never ends.
async function finished(task: UploadTask, onProgress: Progress): Promise<UploadTaskSnapshot> {
  let patience: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = task.on('state_changed', ({ bytesTransferred, totalBytes }) => {
    clearTimeout(patience)
    patience = setTimeout(() => task.cancel(), CLOUD_PATIENCE_MS)
    onProgress(bytesTransferred / totalBytes)
  })
  return Promise.resolve(task).finally(() => {
    clearTimeout(patience)
    unsubscribe()
  })
}

interface Mapped {
  local: string
  server: string
  writable: boolean
  xform: (metadata: unknown, value: unknown) => unknown
}

// `getDownloadURL` asks once more for what the upload was answered already, and rules that forbid reading refuse that.
// The answer holds the token, the library promises it in its types, and its list of what to read there lacks it.
function readTokenFromAnswer(task: UploadTask & { _mappings?: Mapped[] }): void {
  const token = 'downloadTokens'
  if (task._mappings?.some(({ server }) => server === token)) return
  task._mappings?.push({ local: token, server: token, writable: false, xform: (_, value) => value })
}
