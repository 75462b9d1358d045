import * as text from '#messages/common.ts'
import { invalidBody } from './errors.ts'

type Reader = ReadableStreamDefaultReader<Uint8Array>

/**
 * The next of what a request sends. It fails where the sender hangs up or sends malformed chunks, which is no failure of
 * ours. workerd throws a TypeError only for a stream that is used wrongly; its 'internal error' of a malformed chunk does
 * not differ from one of its own.
 */
export function readChunk(reader: Reader): ReturnType<Reader['read']> {
  return reader.read().catch((error: unknown) => {
    throw error instanceof TypeError ? error : invalidBody(text.bodyIncomplete)
  })
}

/** So many bytes or more, in one piece; fewer where there are no more. */
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

/** Writes these bytes and what follows them, a piece at a time. What fails on its way here fails there too. */
export async function pipeWithFirst(
  first: Uint8Array,
  reader: Reader,
  sink: { getWriter: () => Writer }
): Promise<void> {
  const writer = sink.getWriter()
  await writeAll(first, reader, writer).catch((error: unknown) => {
    writer.abort(error).catch(() => undefined)
    throw error
  })
}

async function writeAll(first: Uint8Array, reader: Reader, writer: Writer): Promise<void> {
  for (let chunk: Uint8Array | undefined = first; chunk; chunk = (await reader.read()).value) await writer.write(chunk)
  await writer.close()
}
