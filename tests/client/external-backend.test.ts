// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { resumePayment } from '#contract/bookings/create-booking.ts'
import { listProperties } from '#contract/catalogue/catalogue.ts'

const requests = vi.fn(async () => new Response('[]', { headers: { 'content-type': 'application/json' } }))

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('PUBLIC_API_BASE_URL', 'https://backend.example/')
  vi.stubGlobal('fetch', requests)
  requests.mockClear()
})
afterEach(() => vi.unstubAllEnvs())

describe('with an external backend', () => {
  test('a call of the specification is sent to it', async () => {
    const { call } = await import('#client/http/api.ts')
    expect(await call(listProperties)).toEqual([])
    expect(requests).toHaveBeenCalledWith('https://backend.example/api/properties', expect.anything())
  })

  test('a call of the embedded backend only fails as not found, without a request', async () => {
    const { call } = await import('#client/http/api.ts')
    const refusal = call(resumePayment, { params: { id: '7' } })
    await expect(refusal).rejects.toMatchObject({ detail: undefined, status: 404 })
    expect(requests).not.toHaveBeenCalled()
  })

  test('a token of the embedded backend is not sent to it', async () => {
    localStorage.setItem('unrevoked', 'embedded-token')
    const { whenSessionChanges } = await import('#stores/session/session.ts')
    whenSessionChanges(() => undefined)()
    expect(requests).not.toHaveBeenCalled()
  })
})
