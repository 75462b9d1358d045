import { isOffline } from '#client/device/network.ts'
import { ApiError } from '#client/http/api-error.ts'
import { NOT_FOUND } from '#domain/constants.ts'
import * as uploadsText from '#messages/uploads.ts'

/** A failed upload, with a sentence for the person who uploads. */
export class UploadError extends Error {
  override readonly name = 'UploadError'
}

const BAD_REQUEST = 400
const SERVER_ERROR = 500

/** True if the storage has rejected the request. Any other status of an error is a fault of the storage. */
export function isRejectedUpload(status: number): boolean {
  return status >= BAD_REQUEST && status < SERVER_ERROR
}

/** What our own storage answered. */
function refusalReason({ sentence, status }: ApiError): string | undefined {
  if (status === NOT_FOUND) return uploadsText.storageUnavailable
  return sentence ?? (isRejectedUpload(status) ? uploadsText.storageRefused : undefined)
}

/** Why a request got no response. The API client wraps what its `fetch` has thrown (client/http/transfer.ts). */
function connectionReason({ cause, name }: Error): string | undefined {
  if (name !== 'FetchError' || !(cause instanceof Error)) return undefined
  return cause.name === 'AbortError' ? uploadsText.storageTimedOut : uploadsText.networkUnreachable
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof UploadError) return error.message
  if (error instanceof ApiError) return refusalReason(error)
  // Without a network, the code that sends the request may not load.
  return (
    (error instanceof Error && connectionReason(error)) || (isOffline() ? uploadsText.networkUnreachable : undefined)
  )
}

/** Why an upload failed, as a sentence. A fault of the device or of ours is logged, and has a general sentence. */
export function uploadFailureReason(error: unknown): string {
  const reason = reasonOf(error)
  if (reason === undefined) console.error(error)
  return reason ?? uploadsText.uploadBroken
}
