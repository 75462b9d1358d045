import { logAndRethrow, withCurrentRequestId } from '#server/runtime/log.ts'

/** A CSV file that is read while it is sent. */
export function csvResponse(lines: AsyncGenerator<string>, fileName: string, responseHeaders: Headers): Response {
  responseHeaders.set('content-type', 'text/csv; charset=utf-8')
  responseHeaders.set('content-disposition', `attachment; filename="${fileName}"`)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    // The status 200 is already sent, so an error can only end the download and be logged.
    pull: withCurrentRequestId(async controller => {
      const { done, value } = await logAndRethrow(lines.next())
      if (done) return controller.close()
      controller.enqueue(encoder.encode(value))
    })
  })
  return new Response(body, { headers: responseHeaders })
}
