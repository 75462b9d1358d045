import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { handle } from '#server/http/handle.ts'
import { implement } from '#server/http/operation.ts'

// A request body that ends early, with the errors that workerd throws.

const endpoint = defineEndpoint('POST /anything', { access: 'public', body: v.unknown(), output: v.object({}) })

const operation = implement(endpoint, async () => ({}))

let logged: string[]
beforeEach(() => {
  logged = []
  vi.spyOn(console, 'error').mockImplementation((line: string) => void logged.push(line))
})

async function answerTo(failure: Error): Promise<Response> {
  let hasStarted = false
  const body = new ReadableStream({
    pull: controller => {
      if (hasStarted) controller.error(failure)
      else controller.enqueue(new TextEncoder().encode('{'))
      hasStarted = true
    }
  })
  const options = { body, duplex: 'half', method: 'POST' }
  const request = new Request('http://scootstay.test/api/anything', options)
  return handle(operation, request)
}

test.each([
  ['with an aborted upload', new Error('Network connection lost.')],
  ['with malformed chunks', new Error('internal error; reference = udu4egn0vk38h7vo6fef0gkl')]
])('a body %s gets 422 and logs no error', async (_, failure) => {
  const answer = await answerTo(failure)
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ detail: [{ loc: ['body'], msg: apiErrorsText.bodyIncomplete }] })
  expect(logged).toEqual([])
})

test('a body that fails because of the server gets 500 and is logged', async () => {
  const answer = await answerTo(new TypeError('This ReadableStream reader has been released.'))
  expect(answer.status).toBe(500)
  expect(await answer.json()).toMatchObject({ detail: apiErrorsText.internalError })
  expect(logged.join()).toContain('reader has been released')
})
