import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '#client/http/api.ts'
import { uploadFetch } from '#client/http/transfer.ts'
import { csvHead, exportBookings } from '#contract/bookings/bookings-csv.ts'
import { uploadLicence } from '#contract/uploads/uploads.ts'
import { API_TIMEOUT_MS, UPLOAD_STALL_MS } from '#domain/constants.ts'

test('an upload whose time is over sends nothing', async () => {
  const open = vi.fn()
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      open = open
    }
  )
  const upload = uploadFetch(() => undefined)('/api/upload', { signal: AbortSignal.abort('time is over') })
  await expect(upload).rejects.toBe('time is over')
  expect(open).not.toHaveBeenCalled()
})

describe('a download', () => {
  const CSV = new TextEncoder().encode(csvHead() + '1,Asha Rao,\r\n'.repeat(500))
  const PART_BYTES = 1000
  let body: ReadableStreamDefaultController<Uint8Array>

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['clearTimeout', 'setTimeout'] })
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
      const stream = new ReadableStream<Uint8Array>({
        start: controller => {
          body = controller
        }
      })
      signal?.addEventListener('abort', () => body.error(signal.reason))
      return new Response(stream, { headers: { 'content-type': 'text/csv' } })
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  async function receive(part: Uint8Array, afterMs: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(afterMs)
    body.enqueue(part)
    await new Promise(setImmediate)
  }

  function start() {
    const received: number[] = []
    const file = call(exportBookings, { query: {} }, { onReceived: bytes => received.push(bytes) })
    return { file, received }
  }

  test('of minutes arrives whole, and reports what it has received', async () => {
    const { file, received } = start()
    await vi.dynamicImportSettled()
    for (let from = 0; from < CSV.length; from += PART_BYTES)
      await receive(CSV.slice(from, from + PART_BYTES), API_TIMEOUT_MS - 1)
    body.close()
    expect(await file).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(CSV))
    expect(received.at(0)).toBe(PART_BYTES)
    expect(received.at(-1)).toBe(CSV.length)
  })

  test('that stands still is aborted', async () => {
    const { file } = start()
    const failure = expect(file).rejects.toThrow(/abort/)
    await vi.dynamicImportSettled()
    await receive(CSV.slice(0, PART_BYTES), API_TIMEOUT_MS - 1)
    await vi.advanceTimersByTimeAsync(API_TIMEOUT_MS)
    await failure
  })
})

describe('an upload', () => {
  interface Sending {
    onabort?: () => void
    onload?: () => void
    upload: { onprogress?: (event: { loaded: number; total: number }) => void }
  }
  let sending: Sending

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['clearTimeout', 'setTimeout'] })
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        upload = {}
        status = 200
        responseText = '{"url":"/licences/1"}'
        open = () => undefined
        setRequestHeader = () => undefined
        getAllResponseHeaders = () => 'content-type: application/json\r\n'
        abort = () => sending.onabort?.()
        send = () => {
          sending = this as unknown as Sending
        }
      }
    )
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const start = () => call(uploadLicence, { body: { email: 'asha@example.in', file: new File(['x'], 'a.jpg') } })

  test('of minutes arrives', async () => {
    const answer = start()
    await vi.dynamicImportSettled()
    for (const loaded of [1, 2, 3, 4, 5]) {
      await vi.advanceTimersByTimeAsync(UPLOAD_STALL_MS - 1)
      sending.upload.onprogress?.({ loaded, total: 5 })
    }
    sending.onload?.()
    expect(await answer).toEqual({ url: '/licences/1' })
  })

  test('that stands still is aborted', async () => {
    const failure = expect(start()).rejects.toThrow(/abort/)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(UPLOAD_STALL_MS - 1)
    sending.upload.onprogress?.({ loaded: 1, total: 5 })
    await vi.advanceTimersByTimeAsync(UPLOAD_STALL_MS)
    await failure
  })
})
