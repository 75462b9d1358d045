import type { StorageError } from 'firebase/storage'
import { HAS_CLOUD_STORAGE } from '#client/build-config.ts'
import { type LazyPart, lazyPart, PartError } from '#client/device/lazy-part.ts'
import { isOffline } from '#client/device/network.ts'
import { call, type Watcher } from '#client/http/api.ts'
import { ApiError } from '#client/http/api-error.ts'
import type { OnProgress } from '#client/http/transfer.ts'
import * as contract from '#contract/uploads/uploads.ts'
import { HAS_OWN_STORAGE } from '#domain/backend.ts'
import { NOT_FOUND } from '#domain/constants.ts'
import {
  extensionOf,
  IMAGE_UPLOAD_MAX_BYTES,
  PHOTO_FORM_MAX_BYTES,
  RIDER_PHOTO_MAX_BYTES
} from '#domain/uploads/photos.ts'
import { newLicencePath, newPropertyImagePath } from '#domain/uploads/urls.ts'
import * as uploadsText from '#messages/uploads.ts'
import { imageTypeOf, shrinkPhoto, uploadIssue } from './photos.ts'

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

/** What watches an upload. Only our own storage can be told to stop. */
export type UploadWatcher = Required<Pick<Watcher, 'onSent'>> & Pick<Watcher, 'signal'>

type Purpose = 'image' | 'licence' | 'return'

/** Whether the photo goes to our own storage, which takes fewer types than the specification. */
const isForOurStorage = (purpose: Purpose) => HAS_OWN_STORAGE && !(purpose === 'licence' && HAS_CLOUD_STORAGE)

/** Why a rider's photo cannot be chosen, as a sentence; null if it can. Validates size before type. */
export async function riderPhotoIssue(photo: File, purpose: Exclude<Purpose, 'image'>): Promise<string | null> {
  if (photo.size >= PHOTO_FORM_MAX_BYTES) return uploadsText.photoTooLargeForForm
  const issue = await uploadIssue(await shrinkPhoto(photo), RIDER_PHOTO_MAX_BYTES, isForOurStorage(purpose))
  if (issue === uploadsText.photoUnreadable) return issue
  if ((await imageTypeOf(photo)) === null) return uploadsText.photoNotImage
  return isForOurStorage(purpose) ? issue : null
}

/** The same for a picture of a property, a scooter or a rider. An external backend decides by itself. */
export async function imageIssue(image: File): Promise<string | null> {
  const issue = await uploadIssue(image, IMAGE_UPLOAD_MAX_BYTES, isForOurStorage('image'))
  return !HAS_OWN_STORAGE && issue !== uploadsText.photoUnreadable ? null : issue
}

/** Throws an UploadError if the storage would refuse the photo. */
async function assertPhoto(photo: File, maxBytes: number, purpose: Purpose): Promise<void> {
  const issue = await uploadIssue(photo, maxBytes, isForOurStorage(purpose))
  if (issue) throw new UploadError(issue)
}

/** Uploads a licence photo and returns its URL. Throws an UploadError with 'Upload failed: …', or a PartError. */
export async function uploadLicencePhoto(photo: File, watcher: UploadWatcher, email: string): Promise<string> {
  return storeLicence(photo, watcher, email).catch((error: unknown) => {
    if (error instanceof PartError) throw error
    throw new UploadError(uploadsText.uploadFailed(uploadFailureReason(error)))
  })
}

async function storeLicence(photo: File, watcher: UploadWatcher, email: string): Promise<string> {
  const file = await shrinkPhoto(photo)
  await assertPhoto(file, RIDER_PHOTO_MAX_BYTES, 'licence')
  return (HAS_CLOUD_STORAGE ? licenceToCloud : licenceToServer)(file, watcher, email)
}

/** Tries cloud storage first. If it fails, falls back to our own storage, unless the backend is external. */
async function licenceToCloud(file: File, watcher: UploadWatcher, email: string): Promise<string> {
  try {
    return await uploadToCloud(file, newLicencePath(email, extensionOf(file)), watcher.onSent)
  } catch (error) {
    if (!HAS_OWN_STORAGE || !(error instanceof UploadError || error instanceof PartError)) throw error
    watcher.onSent(0)
    return licenceToServer(file, watcher, email).catch(rethrowWithoutStorage)
  }
}

/** Cloud storage has failed before. If our own storage fails too, no storage is available. */
function rethrowWithoutStorage(error: unknown): never {
  const hasFailed = error instanceof ApiError && !isRejectedUpload(error.status)
  throw hasFailed ? new UploadError(uploadsText.storageUnavailable) : error
}

async function licenceToServer(file: File, watcher: UploadWatcher, email: string): Promise<string> {
  const { url } = await call(contract.uploadLicence, { body: { email, file } }, watcher)
  return url
}

/**
 * Uploads a property's image and returns its URL. Throws an UploadError with 'Image upload failed: …', a PartError, or
 * the ApiError that ended the session, which has already shown its message.
 */
export async function uploadPropertyImage(image: File, watcher: UploadWatcher): Promise<string> {
  return storeImage(image, watcher).catch((error: unknown) => {
    if (error instanceof PartError || (error instanceof ApiError && error.endedSession)) throw error
    throw new UploadError(uploadsText.imageUploadFailed(uploadFailureReason(error)))
  })
}

async function storeImage(image: File, watcher: UploadWatcher): Promise<string> {
  await assertPhoto(image, IMAGE_UPLOAD_MAX_BYTES, 'image')
  if (!HAS_OWN_STORAGE) return uploadToCloud(image, newPropertyImagePath(extensionOf(image)), watcher.onSent)
  const { url } = await call(contract.uploadImage, { body: { image } }, watcher)
  return url
}

/** Uploads a photo of the parked scooter, made smaller if necessary, and returns its id. May throw an UploadError. */
export async function uploadReturnPhoto(photo: File, watcher: UploadWatcher): Promise<string> {
  const file = await shrinkPhoto(photo)
  await assertPhoto(file, RIDER_PHOTO_MAX_BYTES, 'return')
  const { id } = await call(contract.uploadReturnPhoto, { body: { file } }, watcher)
  return id
}

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
const uploader: LazyPart<typeof import('./firebase-storage.ts')> | null =
  import.meta.env.SSR || !import.meta.env.PUBLIC_FIREBASE_STORAGE_BUCKET
    ? null
    : lazyPart(() => import('./firebase-storage.ts'))

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
