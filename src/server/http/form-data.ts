import { FORM_FIELDS_MAX_BYTES, FORM_MAX_BYTES } from '#domain/constants.ts'
import * as auth from '#messages/auth.ts'
import * as text from '#messages/common.ts'
import { invalidBody, lengthRequired, payloadTooLarge } from './errors.ts'
import { FORM_END, IncomingFile } from './incoming-file.ts'
import { readChunk } from './streams.ts'

// A multipart form: its fields are read at once, its file, which comes last, as it is wanted. The platform's own parser
// keeps several copies of the file, and two dozen uploads would take more memory than an isolate has.

/** What begins a part that is a file, up to its first byte. */
interface FilePart {
  /** Where the part's delimiter begins: the fields end there. */
  fieldsEnd: number
  name: string
  /** Where its bytes begin. */
  start: number
}

const LINE_BREAK = '\r\n'
const BOUNDARY = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i

/** The boundary of a multipart form, or null. */
export function multipartBoundary({ headers }: Request): string | null {
  const [, quoted, plain] = BOUNDARY.exec(headers.get('content-type') ?? '') ?? []
  return quoted ?? plain ?? null
}

/** The fields of a multipart form, the last of them perhaps an IncomingFile. */
export async function parseMultipart(request: Request, boundary: string): Promise<Record<string, unknown>> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN)
  if (declared > FORM_MAX_BYTES) throw payloadTooLarge(auth.uploadTooLarge)
  const { body } = request
  if (body === null) throw invalidBody(text.invalidForm)
  const delimiter = Buffer.from(`${LINE_BREAK}--${boundary}`)
  const { rest, bytes, file } = await readFields(body, delimiter)
  if (!file) return parseFields(bytes, boundary)
  if (bytes.indexOf(delimiter.subarray(LINE_BREAK.length)) !== 0) throw invalidBody(text.invalidForm)
  if (Number.isNaN(declared)) throw lengthRequired()
  const size = declared - file.start - delimiter.length - FORM_END.length
  if (size < 0) throw invalidBody(text.invalidForm)
  const fields =
    file.fieldsEnd > 0 ? await parseFields(closeForm(bytes.subarray(0, file.fieldsEnd), delimiter), boundary) : {}
  const first = Buffer.concat([bytes.subarray(file.start), rest])
  return { ...fields, [file.name]: new IncomingFile(size, { body, delimiter, first }) }
}

/** What a form's fields end with where its file is taken out. */
function closeForm(fields: Buffer, delimiter: Buffer): Buffer {
  return Buffer.concat([fields, delimiter, Buffer.from(FORM_END)])
}

async function parseFields(form: Buffer, boundary: string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const parsed = await new Response(new Uint8Array(form), { headers }).formData().catch(() => {
    throw invalidBody(text.invalidForm)
  })
  return Object.fromEntries(parsed)
}

interface FieldsRead {
  /** What came in one piece with the last of `bytes`. */
  rest: Uint8Array
  bytes: Buffer
  file: FilePart | null
}

/** Reads up to a file's first byte, or to the end of a form that has none. */
async function readFields(body: ReadableStream<Uint8Array>, delimiter: Buffer): Promise<FieldsRead> {
  const reader = body.getReader()
  return readFieldsFrom(reader, delimiter).finally(() => reader.releaseLock())
}

async function readFieldsFrom(reader: ReadableStreamDefaultReader<Uint8Array>, delimiter: Buffer): Promise<FieldsRead> {
  const buffer = Buffer.alloc(FORM_FIELDS_MAX_BYTES)
  const scan = filePartScanner(delimiter)
  let length = 0
  for (let chunk = (await readChunk(reader)).value; chunk; chunk = (await readChunk(reader)).value) {
    const accepted = chunk.subarray(0, buffer.length - length)
    buffer.set(accepted, length)
    length += accepted.byteLength
    const file = scan(buffer.subarray(0, length))
    const rest = chunk.subarray(accepted.byteLength)
    if (file) return { rest, bytes: buffer.subarray(0, length), file }
    if (rest.byteLength > 0) throw payloadTooLarge()
  }
  return { rest: new Uint8Array(), bytes: buffer.subarray(0, length), file: null }
}

const HEAD_END = '\r\n\r\n'

/** Looks for a file's head in what has come so far; called again with more, it goes on where it was. */
function filePartScanner(delimiter: Buffer): (bytes: Buffer) => FilePart | null {
  let from = 0
  let isInHead = true
  let part = 0
  const next = (bytes: Buffer, wanted: Buffer | string): number => {
    const found = bytes.indexOf(wanted, from)
    from = found < 0 ? Math.max(from, bytes.length - wanted.length + 1) : found
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

/** The field of a part that is a file, by the part's head; null where it is text. */
function fileFieldName(head: string): string | null {
  const [, parameters = ''] = DISPOSITION.exec(head) ?? []
  if (!/;\s*filename\*?=/i.test(parameters)) return null
  return /;\s*name="([^"]*)"/i.exec(parameters)?.[1] ?? null
}
