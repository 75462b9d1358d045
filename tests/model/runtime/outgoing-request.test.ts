import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendRequest } from '#server/runtime/outgoing-request.ts'
import { type ReceiverFault, startAlertReceiver } from '#tests/alert-receiver/server.ts'

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
    expect(await request(method)).toBe(null)
  })

  test.each<[ReceiverFault, string]>([
    [404, 'http_404'],
    [503, 'http_503'],
    ['redirect', 'http_307'],
    ['slow', 'TimeoutError'],
    ['lost', 'TypeError']
  ])('after %s has failed, for a reason that does not contain the address', async (fault, reason) => {
    receiver.faults.set('/heartbeat', fault)
    expect(await request(method)).toBe(reason)
    expect(receiver.requestsTo('/elsewhere')).toEqual([])
  })
})
