import type { Endpoint } from '#contract/kit/endpoint.ts'
import { ignoreFailure } from '#domain/kit/failures.ts'
import { FORM_FIELDS_MAX_BYTES, FORM_MAX_BYTES } from '#domain/uploads/photos.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { jsonOrNull } from '#server/runtime/outgoing.ts'
import { invalidBody, refusal } from '#server/runtime/refusal.ts'
import { multipartBoundary, parseFields, parseMultipart, readChunk } from './form-data.ts'

const JSON_MAX_BYTES = 64 * 1024
const WEBHOOK_MAX_BYTES = 256 * 1024

// Larger than any of our forms. Longer bodies are cancelled instead of drained.
const DISCARDED_MAX_BYTES = 4 * FORM_MAX_BYTES

/**
 * Reads the body in the endpoint's encoding, up to its size limit. Throws 422 if it is unreadable, 413 if it is too
 * large.
 */
export async function readBody(endpoint: Endpoint, request: Request): Promise<unknown> {
  if (endpoint.encoding === 'form') return parseForm(endpoint, request)
  if (endpoint.encoding === 'bytes') return readBytes(request, WEBHOOK_MAX_BYTES)
  return parseJson(await readBytes(request, JSON_MAX_BYTES))
}

/** A missing body is an empty object: a call may have optional fields only. */
async function parseJson(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  if (bytes.length === 0) return {}
  const value: unknown = await jsonOrNull(new Response(bytes))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidBody(apiErrorsText.invalidJson)
  return value
}

async function parseForm({ file }: Endpoint, request: Request): Promise<unknown> {
  const boundary = multipartBoundary(request)
  if (file === 'streamed' && boundary !== null) return parseMultipart(request, boundary)
  const bytes =
    file === 'buffered'
      ? await readBytes(request, FORM_MAX_BYTES, 'form_too_large')
      : await readBytes(request, FORM_FIELDS_MAX_BYTES)
  return parseFields(bytes, request.headers.get('content-type') ?? '')
}

async function readBytes(
  request: Request,
  limit: number,
  code: 'body_too_large' | 'form_too_large' = 'body_too_large'
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  let part = reader && (await readChunk(reader))
  for (; reader && part && !part.done && length <= limit; part = await readChunk(reader)) {
    length += part.value.byteLength
    chunks.push(part.value)
  }
  // The rest of the body is left to discardBody().
  reader?.releaseLock()
  if (length > limit) throw refusal(code)
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer())
}

/**
 * Drains the unread body, up to a limit. An unread body breaks the connection: the client misses the response, and the
 * next call on that connection fails.
 */
export async function discardBody({ body, headers }: Request): Promise<void> {
  if (body === null || body.locked) return
  const declared = Number(headers.get('content-length') ?? 0)
  const work = declared > DISCARDED_MAX_BYTES ? body.cancel() : drainUpToLimit(body.getReader())
  // Fails if the client disconnected, when nobody waits for the response.
  await ignoreFailure(work)
}

async function drainUpToLimit(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (let length = 0; length <= DISCARDED_MAX_BYTES; ) {
    const { done, value } = await reader.read()
    if (done) return
    length += value.byteLength
  }
  await reader.cancel()
}
