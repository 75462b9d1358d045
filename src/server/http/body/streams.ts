import { ignoreFailure } from '#domain/kit/ignore-failure.ts'
import * as text from '#messages/api-errors.ts'
import { invalidBody } from '#server/runtime/refusal.ts'

type Reader = ReadableStreamDefaultReader<Uint8Array>

/**
 * Reads the next chunk. A client disconnect or malformed chunk becomes a 422, not a server error.
 *
 * workerd throws a TypeError only for misuse of a stream. Its 'internal error' for a malformed chunk is the same as for
 * its own failures.
 */
export function readChunk(reader: Reader): ReturnType<Reader['read']> {
  return reader.read().catch((error: unknown) => {
    throw error instanceof TypeError ? error : invalidBody(text.bodyIncomplete)
  })
}

/** Reads at least `least` bytes, or fewer if the stream ends. */
export async function readAtLeast(least: number, reader: Reader): Promise<Uint8Array> {
  let bytes = Buffer.alloc(0)
  while (bytes.length < least) {
    const { done, value } = await reader.read()
    if (done) break
    bytes = Buffer.concat([bytes, value])
  }
  return bytes
}

type Writer = Pick<WritableStreamDefaultWriter<Uint8Array>, 'abort' | 'close' | 'write'>

/** Writes `first` and then the rest of the stream, chunk by chunk. A read error aborts the sink. */
export async function pipeWithFirstChunk(
  first: Uint8Array,
  reader: Reader,
  sink: { getWriter: () => Writer }
): Promise<void> {
  const writer = sink.getWriter()
  await writeAll(first, reader, writer).catch((error: unknown) => {
    void ignoreFailure(writer.abort(error))
    throw error
  })
}

async function writeAll(first: Uint8Array, reader: Reader, writer: Writer): Promise<void> {
  for (let chunk: Uint8Array | undefined = first; chunk; chunk = (await reader.read()).value) await writer.write(chunk)
  await writer.close()
}
