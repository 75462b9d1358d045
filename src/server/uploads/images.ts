import { and, eq } from 'drizzle-orm'
import * as contract from '#contract/uploads/uploads.ts'
import { ignoreFailure } from '#domain/kit/failures.ts'
import {
  checkPicture,
  IMAGE_SIGNATURE_BYTES,
  IMAGE_UPLOAD_MAX_BYTES,
  imageKindOf,
  RIDER_PHOTO_MAX_BYTES
} from '#domain/uploads/photos.ts'
import { IMAGE_URL_PREFIX, LICENCE_URL_PREFIX } from '#domain/uploads/urls.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { db } from '#server/db/client.ts'
import { users } from '#server/db/schema/riders.ts'
import { uploads } from '#server/db/schema/uploads.ts'
import { implement } from '#server/http/operation.ts'
import { UPLOAD_POLICY } from '#server/http/security-headers.ts'
import { limitImageUploads, limitLicenceUploads, limitPhotoUploads } from '#server/http/throttle.ts'
import { newId } from '#server/runtime/crypto.ts'
import { logFailure } from '#server/runtime/log.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { bucket, removeUpload } from './bucket.ts'
import { isPhotoFor, isPhotoOf, photoFolder } from './claims.ts'

type Kind = typeof uploads.$inferSelect.kind

export const uploadLicence = implement(
  contract.uploadLicence,
  async ({ body }, _, { now }) => {
    const folder = `licenses/${encodeURIComponent(body.email)}`
    const id = await store({ folder, kind: 'license' }, body.file, now)
    return { url: LICENCE_URL_PREFIX + id }
  },
  { throttle: limitLicenceUploads }
)

export const uploadImage = implement(contract.uploadImage, async ({ body }, admin, { now }) => ({
  url: await saveImage(body.image, admin.id, now)
}))

export const uploadReturnPhoto = implement(contract.uploadReturnPhoto, async ({ body }, rider, { now }) => {
  await limitPhotoUploads(rider.id, now)
  return { id: await store({ folder: photoFolder(rider.id, now), kind: 'photo' }, body.file, now) }
})

/** Stores a public image for an admin and returns its URL. */
export async function saveImage(image: Blob, adminId: string, now: Date): Promise<string> {
  await limitImageUploads(adminId, now)
  return IMAGE_URL_PREFIX + (await store({ folder: 'images', kind: 'image' }, image, now))
}

interface UploadTarget {
  folder: string
  kind: Kind
}

/** Stores a picture and returns its id. */
export async function store(target: UploadTarget, picture: Blob, now: Date): Promise<string> {
  const reader = picture.stream().getReader()
  return storeFrom(reader, { ...target, size: picture.size }, now).finally(() => ignoreFailure(reader.cancel()))
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

async function storeFrom(
  reader: Reader,
  { folder, kind, size }: UploadTarget & { size: number },
  now: Date
): Promise<string> {
  const first = await readAtLeast(IMAGE_SIGNATURE_BYTES, reader)
  const maxBytes = kind === 'image' ? IMAGE_UPLOAD_MAX_BYTES : RIDER_PHOTO_MAX_BYTES
  const checked = checkPicture(imageKindOf(first), size, maxBytes)
  if (checked.issue) throw refusal(checked.issue)
  const { content_type, extension } = checked.type
  const id = newId()
  const path = `${folder}/${id}.${extension}`
  // Insert the row before the object, so the sweep finds what a crash leaves behind.
  await db.insert(uploads).values({ content_type, created_at: now, id, is_stored: false, kind, path })
  const { readable, writable } = new FixedLengthStream(size)
  const put = bucket.put(path, readable, content_type)
  await Promise.all([pipeWithFirstChunk(first, { put, reader, sink: writable }), put])
    .then(() => markStored(id))
    .catch(async (error: unknown) => {
      await logFailure(removeUpload({ id, path }))
      throw error
    })
  return id
}

/** Reads at least `least` bytes, or fewer if the stream ends. */
async function readAtLeast(least: number, reader: Reader): Promise<Uint8Array> {
  let bytes = Buffer.alloc(0)
  while (bytes.length < least) {
    const { done, value } = await reader.read()
    if (done) break
    bytes = Buffer.concat([bytes, value])
  }
  return bytes
}

type Writer = Pick<WritableStreamDefaultWriter<Uint8Array>, 'abort' | 'close' | 'write'>

interface Pipe {
  /** It reads the sink. */
  put: Promise<unknown>
  reader: Reader
  sink: { getWriter: () => Writer }
}

/** Writes `first` and then the rest of the stream, chunk by chunk. A read error aborts the sink. */
async function pipeWithFirstChunk(first: Uint8Array, { put, reader, sink }: Pipe): Promise<void> {
  const writer = sink.getWriter()
  // A write fails after the bucket, whose error says more.
  const orFailure = (written: Promise<void>) => written.catch(error => put.then(() => Promise.reject(error)))
  try {
    for (let chunk: Uint8Array | undefined = first; chunk; chunk = (await reader.read()).value)
      await orFailure(writer.write(chunk))
    await orFailure(writer.close())
  } catch (error) {
    void ignoreFailure(writer.abort(error))
    throw error
  }
}

/** Throws if the row is gone: a very slow upload may be swept before it is stored. */
async function markStored(id: string): Promise<void> {
  const stored = await db
    .update(uploads)
    .set({ is_stored: true })
    .where(eq(uploads.id, id))
    .returning({ id: uploads.id })
  if (stored.length === 0) throw new Error('The upload was swept before it was stored')
}

export const getImage = implement(contract.getImage, ({ params }, _, { headers }) =>
  serveUpload({ id: params.id, kind: 'image' }, 'public, max-age=31536000, immutable', headers)
)

/** Records the access before it returns the licence. Not cached, so every access is recorded. */
export const getLicence = implement(contract.getLicence, async ({ params: { id } }, admin, { now }) => {
  const bytes = await serveUpload({ id, kind: 'license' }, PRIVATE)
  const [rider] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.license_photo_url, LICENCE_URL_PREFIX + id))
  await activityInsert({ action: 'view_license', subject: rider?.id ?? id }, { admin, now }).run()
  return bytes
})

/** For its rider and the staff of the ride's property. */
export const getReturnPhoto = implement(contract.getReturnPhoto, async ({ params: { id } }, { id: rider, staff }) => {
  const isAllowed = staff ? isPhotoFor(id, staff) : isPhotoOf(id, rider)
  if (!(await isAllowed)) throw refusal('not_found')
  return serveUpload({ id, kind: 'photo' }, PRIVATE)
})

const PRIVATE = 'private, no-store'

async function serveUpload(
  { id, kind }: { id: string; kind: Kind },
  caching: string,
  requestHeaders = new Headers()
): Promise<Response> {
  const [upload] = await db
    .select({ content_type: uploads.content_type, path: uploads.path })
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.kind, kind), uploads.is_stored))
  // From here on the id is known to be ours and safe in a header.
  if (!upload) throw refusal('not_found')
  const headers = new Headers({
    'cache-control': caching,
    'content-security-policy': UPLOAD_POLICY,
    etag: `"${id}"`,
    'x-content-type-options': 'nosniff'
  })
  if (requestHeaders.get('if-none-match') === `"${id}"`) return new Response(null, { headers, status: 304 })
  const object = await bucket.get(upload.path)
  if (!object) throw refusal('not_found')
  headers.set('content-type', upload.content_type)
  headers.set('content-length', String(object.size))
  return new Response(object.body as unknown as ReadableStream, { headers })
}
