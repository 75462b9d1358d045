import type { Endpoint } from '#contract/endpoint.ts'
import { IMAGE_UPLOAD_MAX_BYTES, WEBHOOK_MAX_BYTES } from '#domain/constants.ts'
import * as auth from '#messages/auth.ts'
import * as text from '#messages/common.ts'
import { invalidBody, tooLarge } from './errors.ts'

const JSON_MAX_BYTES = 64 * 1024
// A picture at its limit, its form's other fields and the lines between them.
const FORM_MAX_BYTES = IMAGE_UPLOAD_MAX_BYTES + 64 * 1024
const READ_ON = 4

/** The body as the endpoint wants it, never more of it than that may be. An unreadable one is a 422. */
export async function bodyOf({ encoding }: Endpoint, request: Request): Promise<unknown> {
  if (encoding === 'form') return formOf(await bytesOf(request, FORM_MAX_BYTES, auth.uploadTooLarge), request)
  if (encoding === 'bytes') return bytesOf(request, WEBHOOK_MAX_BYTES, text.bodyTooLarge)
  const bytes = await bytesOf(request, JSON_MAX_BYTES, text.bodyTooLarge)
  return jsonOf(bytes)
}

async function jsonOf(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const value: unknown = await new Response(bytes).json().catch(() => undefined)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidBody(text.invalidJson)
  return value
}

async function formOf(bytes: Uint8Array<ArrayBuffer>, request: Request): Promise<unknown> {
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const form = await new Response(bytes, { headers }).formData().catch(() => {
    throw invalidBody(text.invalidForm)
  })
  return Object.fromEntries(form)
}

// A body over the limit is read on to a bound, kept no longer: an answer before its end would reach the sender as a
// broken connection. What declares or sends more than the bound is cut off.
async function bytesOf(request: Request, limit: number, sentence: string): Promise<Uint8Array<ArrayBuffer>> {
  const reader = request.body?.getReader()
  const bound = limit * READ_ON
  const chunks: Uint8Array[] = []
  let length = 0
  let part = Number(request.headers.get('content-length') ?? 0) > bound ? undefined : await reader?.read()
  for (; part && !part.done && length <= bound; part = await reader?.read()) {
    length += part.value.byteLength
    if (length <= limit) chunks.push(part.value)
  }
  if (!part?.done) await reader?.cancel()
  if (length > limit || (reader && !part?.done)) throw tooLarge(sentence)
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer())
}
