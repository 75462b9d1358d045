import type { Endpoint } from '#contract/kit/endpoint.ts'
import { FORM_FIELDS_MAX_BYTES, FORM_MAX_BYTES, JSON_MAX_BYTES, WEBHOOK_MAX_BYTES } from '#domain/constants.ts'
import * as auth from '#messages/auth.ts'
import * as text from '#messages/common.ts'
import { invalidBody, tooLarge } from './errors.ts'
import { boundaryOf, multipartOf } from './form-data.ts'
import { readSent } from './streams.ts'

// More than any form of ours sends: who sends more, or says so, is cut off.
const DISCARDED_MAX_BYTES = 4 * FORM_MAX_BYTES

/** The body as the endpoint wants it, never more of it than that may be. An unreadable one is a 422. */
export async function bodyOf(endpoint: Endpoint, request: Request): Promise<unknown> {
  if (endpoint.encoding === 'form') return formOf(endpoint, request)
  if (endpoint.encoding === 'bytes') return bytesOf(request, WEBHOOK_MAX_BYTES)
  return jsonOf(await bytesOf(request, JSON_MAX_BYTES))
}

async function jsonOf(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const value: unknown = await new Response(bytes).json().catch(() => undefined)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidBody(text.invalidJson)
  return value
}

// Files are passed on as they come in the calls of ours, where they are the form's last field. The spec's calls say
// nothing of an order: there an admin's form is held as a whole.
async function formOf({ access, added }: Endpoint, request: Request): Promise<unknown> {
  const boundary = boundaryOf(request)
  if (added && boundary !== null) return multipartOf(request, boundary)
  const bytes =
    access === 'admin' && !added
      ? await bytesOf(request, FORM_MAX_BYTES, auth.uploadTooLarge)
      : await bytesOf(request, FORM_FIELDS_MAX_BYTES)
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const form = await new Response(bytes, { headers }).formData().catch(() => {
    throw invalidBody(text.invalidForm)
  })
  return Object.fromEntries(form)
}

async function bytesOf(request: Request, limit: number, sentence?: string): Promise<Uint8Array<ArrayBuffer>> {
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  let part = reader && (await readSent(reader))
  for (; reader && part && !part.done && length <= limit; part = await readSent(reader)) {
    length += part.value.byteLength
    chunks.push(part.value)
  }
  // What is left of it is for discardBody().
  reader?.releaseLock()
  if (length > limit) throw tooLarge(sentence)
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer())
}

/**
 * Reads what an answer was made without, up to a bound, and keeps none of it. A body that stays unread breaks its
 * connection: the sender misses the answer, and the next call on that connection fails.
 */
export async function discardBody({ body, headers }: Request): Promise<void> {
  if (body === null || body.locked) return
  const declared = Number(headers.get('content-length') ?? 0)
  const work = declared > DISCARDED_MAX_BYTES ? body.cancel() : readToBound(body.getReader())
  // Fails where the sender has hung up: nobody waits for the answer.
  await work.catch(() => undefined)
}

async function readToBound(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (let length = 0; length <= DISCARDED_MAX_BYTES; ) {
    const { done, value } = await reader.read()
    if (done) return
    length += value.byteLength
  }
  await reader.cancel()
}
