import { FORM_FIELDS_MAX_BYTES, FORM_MAX_BYTES } from '#domain/constants.ts'
import * as auth from '#messages/auth.ts'
import * as text from '#messages/common.ts'
import { invalidBody, lengthRequired, tooLarge } from './errors.ts'
import { FORM_END, IncomingFile } from './incoming-file.ts'
import { readSent } from './streams.ts'

// A multipart form: its fields are read at once, its file, which comes last, as it is wanted. The platform's own parser
// keeps several copies of the file, and two dozen uploads would take more memory than an isolate has.

/** What begins a part that is a file, up to its first byte. */
interface FileHead {
  /** Where the part's delimiter begins: the fields end there. */
  fields_end: number
  name: string
  /** Where its bytes begin. */
  start: number
}

const LINE_BREAK = '\r\n'
const BOUNDARY = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i

/** The boundary of a multipart form, or null. */
export function boundaryOf({ headers }: Request): string | null {
  const [, quoted, plain] = BOUNDARY.exec(headers.get('content-type') ?? '') ?? []
  return quoted ?? plain ?? null
}

/** The fields of a multipart form, the last of them perhaps an IncomingFile. */
export async function multipartOf(request: Request, boundary: string): Promise<Record<string, unknown>> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN)
  if (declared > FORM_MAX_BYTES) throw tooLarge(auth.uploadTooLarge)
  const { body } = request
  if (body === null) throw invalidBody(text.invalidForm)
  const delimiter = Buffer.from(`${LINE_BREAK}--${boundary}`)
  const { beyond, bytes, file } = await readFields(body, delimiter)
  if (!file) return fieldsIn(bytes, boundary)
  if (bytes.indexOf(delimiter.subarray(LINE_BREAK.length)) !== 0) throw invalidBody(text.invalidForm)
  if (Number.isNaN(declared)) throw lengthRequired()
  const size = declared - file.start - delimiter.length - FORM_END.length
  if (size < 0) throw invalidBody(text.invalidForm)
  const fields =
    file.fields_end > 0 ? await fieldsIn(closed(bytes.subarray(0, file.fields_end), delimiter), boundary) : {}
  const first = Buffer.concat([bytes.subarray(file.start), beyond])
  return { ...fields, [file.name]: new IncomingFile(size, { body, delimiter, first }) }
}

/** What a form's fields end with where its file is taken out. */
function closed(fields: Buffer, delimiter: Buffer): Buffer {
  return Buffer.concat([fields, delimiter, Buffer.from(FORM_END)])
}

async function fieldsIn(form: Buffer, boundary: string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const parsed = await new Response(new Uint8Array(form), { headers }).formData().catch(() => {
    throw invalidBody(text.invalidForm)
  })
  return Object.fromEntries(parsed)
}

interface Read {
  /** What came in one piece with the last of `bytes`. */
  beyond: Uint8Array
  bytes: Buffer
  file: FileHead | null
}

/** Reads up to a file's first byte, or to the end of a form that has none. */
async function readFields(body: ReadableStream<Uint8Array>, delimiter: Buffer): Promise<Read> {
  const reader = body.getReader()
  return fieldsFrom(reader, delimiter).finally(() => reader.releaseLock())
}

async function fieldsFrom(reader: ReadableStreamDefaultReader<Uint8Array>, delimiter: Buffer): Promise<Read> {
  const room = Buffer.alloc(FORM_FIELDS_MAX_BYTES)
  const scan = scanner(delimiter)
  let length = 0
  for (let chunk = (await readSent(reader)).value; chunk; chunk = (await readSent(reader)).value) {
    const fitting = chunk.subarray(0, room.length - length)
    room.set(fitting, length)
    length += fitting.byteLength
    const file = scan(room.subarray(0, length))
    const beyond = chunk.subarray(fitting.byteLength)
    if (file) return { beyond, bytes: room.subarray(0, length), file }
    if (beyond.byteLength > 0) throw tooLarge()
  }
  return { beyond: new Uint8Array(), bytes: room.subarray(0, length), file: null }
}

const HEAD_END = '\r\n\r\n'

/** Looks for a file's head in what has come so far; called again with more, it goes on where it was. */
function scanner(delimiter: Buffer): (bytes: Buffer) => FileHead | null {
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
      const name = isInHead ? fileNamed(bytes.toString('utf8', part, found)) : null
      if (name !== null) return { fields_end: part, name, start: found + HEAD_END.length }
      if (isInHead) from = found + HEAD_END.length
      isInHead = !isInHead
    }
  }
}

const DISPOSITION = /^content-disposition:\s*form-data\s*(;.*)$/im

/** The field of a part that is a file, by the part's head; null where it is text. */
function fileNamed(head: string): string | null {
  const [, parameters = ''] = DISPOSITION.exec(head) ?? []
  if (!/;\s*filename\*?=/i.test(parameters)) return null
  return /;\s*name="([^"]*)"/i.exec(parameters)?.[1] ?? null
}
