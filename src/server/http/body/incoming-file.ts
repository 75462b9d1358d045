import * as text from '#messages/api-errors.ts'
import { invalidBody } from '#server/runtime/refusal.ts'
import { readChunk } from './streams.ts'

interface FileSource {
  body: ReadableStream<Uint8Array>
  /** The delimiter after the file: '\r\n--' and the form's boundary. */
  delimiter: Buffer
  /** File bytes that arrived together with the fields. */
  first: Uint8Array
}

/** Follows the last delimiter of a form. */
export const FORM_END = '--\r\n'

/** A streamed file of a form. It can be read only once and is never buffered as a whole. */
export class IncomingFile extends Blob {
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
    if (found !== null && length + found !== size) throw invalidBody(text.fileNotLast)
    if (length < size) yield chunk.subarray(0, size - length)
    length += chunk.byteLength
    tail = Buffer.concat([tail, chunk.subarray(-end.length)]).subarray(-end.length)
  }
  if (length !== size + end.length || !tail.equals(end)) throw invalidBody(text.invalidForm)
}

/** Returns the offset of `needle` from the chunk's first byte, negative if it starts in `tail`; null if not found. */
function indexAcrossChunks(tail: Buffer, chunk: Uint8Array, needle: Buffer): number | null {
  const across = Buffer.concat([tail, chunk.subarray(0, needle.length)]).indexOf(needle)
  if (across >= 0) return across - tail.length
  const within = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).indexOf(needle)
  return within >= 0 ? within : null
}
