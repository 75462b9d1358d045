import { and, eq, isNull, lt } from 'drizzle-orm'
import type { getImage, getLicence, uploadImage, uploadLicence } from '#contract/uploads.ts'
import { IMAGE_UPLOAD_MAX_BYTES, LICENCE_UPLOAD_MAX_BYTES, UNCLAIMED_UPLOAD_SECONDS } from '#domain/constants.ts'
import { LICENCES } from '#domain/licence-address.ts'
import { IMAGE_HEAD_BYTES, imageKindOf } from '#domain/photo.ts'
import { addMinutes } from '#domain/time.ts'
import * as auth from '#messages/auth.ts'
import { auditRow } from './audits.ts'
import { db } from './db/client.ts'
import { uploads, users } from './db/schema.ts'
import { env } from './env.ts'
import { badRequest, notFound } from './errors.ts'
import { eachAlone, isDue } from './failing-items.ts'
import type { Operation } from './http.ts'
import { newId } from './ids.ts'
import { limitImageUploads } from './limits.ts'
import { complainOf } from './log.ts'
import { UPLOADED_BYTES } from './security-headers.ts'
import { passOn, readAtLeast } from './streams.ts'

const IMAGES = '/api/images/'
export const IMAGE_URL = /^\/api\/images\/([0-9a-f]{32})$/
const SWEEP_AT_ONCE = 100

type Kind = 'image' | 'license'

const FOLDERS: Record<Kind, string> = { image: 'images', license: 'pending' }
const MOST_BYTES: Record<Kind, number> = { image: IMAGE_UPLOAD_MAX_BYTES, license: LICENCE_UPLOAD_MAX_BYTES }

/** Throttled before its form is read (pages/api/uploads). */
export const storeLicence: Operation<typeof uploadLicence> = async ({ body }, _, { now }) => {
  const id = await store('license', body.file, now)
  return { url: LICENCES + id }
}

export const storeImage: Operation<typeof uploadImage> = async ({ body }, admin, { now }) => ({
  url: await newImage(body.image, admin.id, now)
})

/** Keeps a public picture that an admin sent and answers its address. */
export async function newImage(picture: Blob, admin_id: string, now: Date): Promise<string> {
  await limitImageUploads(admin_id, now)
  return IMAGES + (await store('image', picture, now))
}

async function store(kind: Kind, picture: Blob, now: Date): Promise<string> {
  const reader = picture.stream().getReader()
  return storeFrom(reader, { kind, size: picture.size }, now).finally(() => reader.cancel().catch(() => undefined))
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

async function storeFrom(reader: Reader, { kind, size }: { kind: Kind; size: number }, now: Date): Promise<string> {
  const first = await readAtLeast(IMAGE_HEAD_BYTES, reader)
  const found = imageKindOf(first)
  if (found === null) throw badRequest(auth.uploadNotImage)
  if (size > MOST_BYTES[kind]) throw badRequest(auth.uploadTooLarge)
  const { content_type, extension } = found
  const id = newId()
  const path = `${FOLDERS[kind]}/${id}.${extension}`
  // The row before its object: what a crash leaves of both is found by the sweep.
  await db.insert(uploads).values({ content_type, created_at: now, id, is_stored: false, kind, path })
  const { readable, writable } = new FixedLengthStream(size)
  const put = env.UPLOADS.put(path, readable, { httpMetadata: { contentType: content_type } })
  await Promise.all([passOn(first, reader, writable), put])
    .then(() => markStored(id))
    .catch(async (error: unknown) => {
      await remove({ id, path }).catch(complainOf)
      throw error
    })
  return id
}

/** Fails where the row is gone: it took so long that it was swept. */
async function markStored(id: string): Promise<void> {
  const stored = await db
    .update(uploads)
    .set({ is_stored: true })
    .where(eq(uploads.id, id))
    .returning({ id: uploads.id })
  if (stored.length === 0) throw new Error('The upload was swept before it was stored')
}

async function remove({ id, path }: { id: string; path: string }): Promise<void> {
  await env.UPLOADS.delete(path)
  await db.delete(uploads).where(eq(uploads.id, id))
}

/** Moves a licence photo that an account has taken up to `licenses/{email}/{random}.{ext}` (spec §3). */
export async function rehomeLicence(id: string, from: string, email: string): Promise<void> {
  const path = `licenses/${encodeURIComponent(email)}/${from.split('/').at(-1)}`
  const object = await env.UPLOADS.get(from)
  if (object === null) throw new Error(`No object at ${id}'s path`)
  await env.UPLOADS.put(path, object.body, { httpMetadata: object.httpMetadata ?? {} })
  await db.update(uploads).set({ path }).where(eq(uploads.id, id))
  await env.UPLOADS.delete(from)
}

/** Marks a public picture as used. False when the address is one of ours and leads nowhere. */
export async function claimImage(url: string, now: Date): Promise<boolean> {
  const [, id] = IMAGE_URL.exec(url) ?? []
  if (id === undefined) return false
  const claimed = await db
    .update(uploads)
    .set({ claimed_at: now })
    .where(and(eq(uploads.id, id), eq(uploads.kind, 'image'), uploads.is_stored))
    .returning({ id: uploads.id })
  return claimed.length > 0
}

/** Gives a public picture that is no longer used to the sweep. */
export async function releaseImage(url: string): Promise<void> {
  const [, id] = IMAGE_URL.exec(url) ?? []
  if (id === undefined) return
  await db
    .update(uploads)
    .set({ claimed_at: null })
    .where(and(eq(uploads.id, id), eq(uploads.kind, 'image')))
}

export const imageBytes: Operation<typeof getImage> = ({ params }, _, { headers }) =>
  bytesOf('image', params.id, headers, 'public, max-age=31536000, immutable')

/** Whoever looks at an identity paper is written down before he sees it; he is given it anew each time. */
export const licenceBytes: Operation<typeof getLicence> = async ({ params: { id } }, by, { now }) => {
  const bytes = await bytesOf('license', id, new Headers(), 'private, no-store')
  const [rider] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.license_photo_url, LICENCES + id))
  await auditRow({ action: 'view_license', subject: rider?.id ?? id }, by, now)
  return bytes
}

async function bytesOf(kind: Kind, id: string, request: Headers, caching: string): Promise<Response> {
  const [found] = await db
    .select({ content_type: uploads.content_type, path: uploads.path })
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.kind, kind), uploads.is_stored))
  // Only after this is the id one of ours, and fit for a header.
  if (!found) throw notFound()
  const headers = new Headers({
    'cache-control': caching,
    'content-security-policy': UPLOADED_BYTES,
    etag: `"${id}"`,
    'x-content-type-options': 'nosniff'
  })
  if (request.get('if-none-match') === `"${id}"`) return new Response(null, { headers, status: 304 })
  const object = await env.UPLOADS.get(found.path)
  if (!object) throw notFound()
  headers.set('content-type', found.content_type)
  headers.set('content-length', String(object.size))
  return new Response(object.body as unknown as ReadableStream, { headers })
}

/** Removes what was uploaded and never taken up; answers how much that was. */
export async function sweepUploads(now: Date): Promise<number> {
  const staleFrom = addMinutes(now, -UNCLAIMED_UPLOAD_SECONDS / 60)
  const stale = await db
    .select({ id: uploads.id, path: uploads.path })
    .from(uploads)
    .where(and(isNull(uploads.claimed_at), lt(uploads.created_at, staleFrom), isDue('uploads', 'uploads.id', now)))
    .limit(SWEEP_AT_ONCE)
  await eachAlone(stale, { idOf: ({ id }) => id, list: 'uploads', now, work: remove })
  return stale.length
}
