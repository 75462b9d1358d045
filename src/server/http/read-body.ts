import type { Endpoint } from '#contract/kit/endpoint.ts'
import { ignoreFailure } from '#domain/kit/failures.ts'
import { FORM_FIELDS_MAX_BYTES, FORM_MAX_BYTES } from '#domain/uploads/photos.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { jsonOrNull } from '#server/runtime/outgoing.ts'
import { invalidBody, refusal } from '#server/runtime/refusal.ts'

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

// Multipart parser: reads the fields at once and streams the file, which must come last. The platform's parser keeps
// several copies of the file; two dozen uploads would exceed the isolate's memory.

/** The start of a file part, up to its first byte. */
interface FilePart {
  /** Offset of the part's delimiter, where the fields end. */
  fieldsEnd: number
  name: string
  /** Offset of the file's first byte. */
  start: number
}

const LINE_BREAK = '\r\n'
const BOUNDARY = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i

/** Returns the boundary of a multipart form, or null. */
function multipartBoundary({ headers }: Request): string | null {
  const [, quoted, plain] = BOUNDARY.exec(headers.get('content-type') ?? '') ?? []
  return quoted ?? plain ?? null
}

/**
 * Returns the form's fields; the last may be an IncomingFile. Throws 413 if the form is too large, 422 if it is
 * unreadable.
 */
export async function parseMultipart(request: Request, boundary: string): Promise<Record<string, unknown>> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN)
  if (declared > FORM_MAX_BYTES) throw refusal('form_too_large')
  const { body } = request
  if (body === null) throw invalidBody(apiErrorsText.invalidForm)
  const delimiter = Buffer.from(`${LINE_BREAK}--${boundary}`)
  const { rest, bytes, file } = await readFields(body, delimiter)
  const contentType = `multipart/form-data; boundary="${boundary}"`
  if (!file) return parseFields(new Uint8Array(bytes), contentType)
  if (bytes.indexOf(delimiter.subarray(LINE_BREAK.length)) !== 0) throw invalidBody(apiErrorsText.invalidForm)
  if (Number.isNaN(declared)) throw refusal('length_required')
  const size = declared - file.start - delimiter.length - FORM_END.length
  if (size < 0) throw invalidBody(apiErrorsText.invalidForm)
  const fields =
    file.fieldsEnd > 0 ? await parseFields(closeForm(bytes.subarray(0, file.fieldsEnd), delimiter), contentType) : {}
  const first = Buffer.concat([bytes.subarray(file.start), rest])
  return { ...fields, [file.name]: new IncomingFile(size, { body, delimiter, first }) }
}

/** Closes the fields as a form of their own, without the file. */
function closeForm(fields: Buffer, delimiter: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([fields, delimiter, Buffer.from(FORM_END)]))
}

/** The fields of a whole form. Throws the refusal of an invalid one. */
async function parseFields(form: Uint8Array<ArrayBuffer>, contentType: string): Promise<Record<string, unknown>> {
  const parsed = await new Response(form, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw invalidBody(apiErrorsText.invalidForm)
  })
  return Object.fromEntries(parsed)
}

/**
 * Reads up to the file's first byte, or to the end of a form without a file. `rest` arrived in the same chunk after the
 * end of `bytes`.
 */
async function readFields(body: ReadableStream<Uint8Array>, delimiter: Buffer) {
  const buffer = Buffer.alloc(FORM_FIELDS_MAX_BYTES)
  const scan = filePartScanner(delimiter)
  const reader = body.getReader()
  let length = 0
  try {
    for (let chunk = (await readChunk(reader)).value; chunk; chunk = (await readChunk(reader)).value) {
      const accepted = chunk.subarray(0, buffer.length - length)
      buffer.set(accepted, length)
      length += accepted.byteLength
      const file = scan(buffer.subarray(0, length))
      const rest = chunk.subarray(accepted.byteLength)
      if (file) return { rest, bytes: buffer.subarray(0, length), file }
      if (rest.byteLength > 0) throw refusal('body_too_large')
    }
    return { rest: new Uint8Array(), bytes: buffer.subarray(0, length), file: null }
  } finally {
    reader.releaseLock()
  }
}

const HEAD_END = '\r\n\r\n'

/** Finds the head of a file part in the bytes read so far. Each call continues where the last one stopped. */
function filePartScanner(delimiter: Buffer): (bytes: Buffer) => FilePart | null {
  let from = 0
  let isInHead = true
  let part = 0
  const next = (bytes: Buffer, needle: Buffer | string): number => {
    const found = bytes.indexOf(needle, from)
    from = found < 0 ? Math.max(from, bytes.length - needle.length + 1) : found
    return found
  }
  return bytes => {
    for (;;) {
      const found = next(bytes, isInHead ? HEAD_END : delimiter)
      if (found < 0) return null
      if (!isInHead) part = found
      const name = isInHead ? fileFieldName(bytes.toString('utf8', part, found)) : null
      if (name !== null) return { fieldsEnd: part, name, start: found + HEAD_END.length }
      if (isInHead) from = found + HEAD_END.length
      isInHead = !isInHead
    }
  }
}

const DISPOSITION = /^content-disposition:\s*form-data\s*(;.*)$/im

/** Returns the field name if the part's head declares a file, else null. */
function fileFieldName(head: string): string | null {
  const [, parameters = ''] = DISPOSITION.exec(head) ?? []
  if (!/;\s*filename\*?=/i.test(parameters)) return null
  return /;\s*name="([^"]*)"/i.exec(parameters)?.[1] ?? null
}

interface FileSource {
  body: ReadableStream<Uint8Array>
  /** The delimiter after the file: '\r\n--' and the form's boundary. */
  delimiter: Buffer
  /** File bytes that arrived together with the fields. */
  first: Uint8Array
}

/** Follows the last delimiter of a form. */
const FORM_END = '--\r\n'

/** A streamed file of a form. It can be read only once and is never buffered as a whole. */
class IncomingFile extends Blob {
  override readonly size: number
  readonly #incoming: FileSource

  constructor(size: number, incoming: FileSource) {
    super()
    this.size = size
    this.#incoming = incoming
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const reader = this.#incoming.body.getReader()
    const chunks = readFileChunks(this.size, this.#incoming, reader)
    // Release the lock, so that discardBody() can drain the rest.
    const source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
      cancel: async () => {
        await chunks.return()
        reader.releaseLock()
      },
      pull: async controller => {
        const { done, value } = await chunks.next().catch((error: unknown) => {
          reader.releaseLock()
          throw error
        })
        if (!done) return controller.enqueue(value as Uint8Array<ArrayBuffer>)
        reader.releaseLock()
        controller.close()
      }
    }
    // Read nothing before the consumer pulls.
    return new ReadableStream(source, { highWaterMark: 0 })
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>
type Chunks = AsyncGenerator<Uint8Array, void, void>

/** Yields the file's bytes without the form's end. Throws 422 if other data follows the file or the end is missing. */
async function* readFileChunks(size: number, { delimiter, first }: FileSource, reader: Reader): Chunks {
  const end = Buffer.concat([delimiter, Buffer.from(FORM_END)])
  let length = 0
  let tail = Buffer.alloc(0)
  for (let chunk: Uint8Array | undefined = first; chunk; chunk = (await readChunk(reader)).value) {
    const found = indexAcrossChunks(tail, chunk, delimiter)
    if (found !== null && length + found !== size) throw invalidBody(apiErrorsText.fileNotLast)
    if (length < size) yield chunk.subarray(0, size - length)
    length += chunk.byteLength
    tail = Buffer.concat([tail, chunk.subarray(-end.length)]).subarray(-end.length)
  }
  if (length !== size + end.length || !tail.equals(end)) throw invalidBody(apiErrorsText.invalidForm)
}

/** Returns the offset of `needle` from the chunk's first byte, negative if it starts in `tail`; null if not found. */
function indexAcrossChunks(tail: Buffer, chunk: Uint8Array, needle: Buffer): number | null {
  const across = Buffer.concat([tail, chunk.subarray(0, needle.length)]).indexOf(needle)
  if (across >= 0) return across - tail.length
  const within = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).indexOf(needle)
  return within >= 0 ? within : null
}

/**
 * Reads the next chunk. A client disconnect or malformed chunk becomes a 422, not a server error.
 *
 * workerd throws a TypeError only for misuse of a stream. Its 'internal error' for a malformed chunk is the same as for
 * its own failures.
 */
function readChunk(reader: Reader): ReturnType<Reader['read']> {
  return reader.read().catch((error: unknown) => {
    throw error instanceof TypeError ? error : invalidBody(apiErrorsText.bodyIncomplete)
  })
}
