import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { errorFields } from '#server/runtime/log.ts'
import { type RequestResult, sendRequest, withTimeout } from '#server/runtime/outgoing.ts'
import { type ReceiverFault, startAlertReceiver } from '#tests/fakes/alert-receiver/server.ts'

// Without the Worker, because its test harness follows redirects by itself.

let receiver: Awaited<ReturnType<typeof startAlertReceiver>>
beforeAll(async () => {
  receiver = await startAlertReceiver()
})
afterAll(() => receiver.close())
beforeEach(() => receiver.faults.clear())

const TIMEOUT_MS = 300
const request = (method: string) =>
  sendRequest(`${receiver.origin}/heartbeat?token=secret`, {
    ...(method === 'POST' && { body: '{}' }),
    method,
    timeoutMs: TIMEOUT_MS
  })

describe.each(['GET', 'POST'])('a %s to an outside service', method => {
  test('succeeds if the service answers', async () => {
    expect(await request(method)).toEqual({ outcome: 'accepted' })
  })

  test.each<[ReceiverFault, RequestResult]>([
    [404, { code: 'http_404', outcome: 'refused', status: 404 }],
    [503, { code: 'http_503', outcome: 'refused', status: 503 }],
    ['redirect', { code: 'http_307', outcome: 'refused', status: 307 }],
    ['slow', { code: 'TimeoutError', outcome: 'unanswered' }],
    ['lost', { code: 'TypeError', outcome: 'unanswered' }]
  ])('after %s has failed, with a code that does not contain the address', async (fault, result) => {
    receiver.faults.set('/heartbeat', fault)
    expect(await request(method)).toEqual(result)
    expect(receiver.requestsTo('/elsewhere')).toEqual([])
  })
})

test.each([
  [200, { outcome: 'accepted' }],
  [503, { code: 'http_503', outcome: 'refused', status: 503 }]
])('an answer of %d whose body breaks off counts by its status', async (status, result) => {
  const body = new ReadableStream({ start: controller => controller.error(new TypeError('terminated')) })
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  expect(await request('GET')).toEqual(result)
})

test('work that does not end in time is logged as a TimeoutError', async () => {
  const late = withTimeout(new Promise(() => undefined), 1).catch(errorFields)
  expect(await late).toMatchObject({ error: 'TimeoutError', message: 'No answer in time' })
})
