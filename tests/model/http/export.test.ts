import { expect, test, vi } from 'vitest'
import { exportBookings } from '#server/bookings/admin/admin-bookings.ts'
import { handle } from '#server/http/handle.ts'
import { withRequestLog } from '#server/runtime/log.ts'
import { failSteps, notApplied, STOPPED } from '#tests/model/harness/errors.ts'
import { startHarnessForEachTest } from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'
import { ADMIN, tokenOf } from '#tests/model/harness/seed.ts'

// The export of the bookings reads its rows while the admin downloads it.

startHarnessForEachTest()

test('an export that fails half-way is logged with the id of its request', async () => {
  await samples.confirmedSample()
  vi.spyOn(console, 'log').mockReturnValue(undefined)
  vi.mocked(console.error).mockClear()
  const headers = { authorization: `Bearer ${await tokenOf(ADMIN)}` }
  const request = new Request('http://scootstay.test/api/admin/bookings.csv', { headers })
  const response = await withRequestLog(request, () => handle(exportBookings, request))
  expect(response.status).toBe(200)
  failSteps(({ place }) => place === 'database', notApplied(STOPPED))
  await expect(response.text()).rejects.toThrow()
  const lines = vi.mocked(console.error).mock.calls.map(([line]) => JSON.parse(String(line)))
  const request_id = response.headers.get('x-request-id')
  expect(lines).toMatchObject([{ event: 'unexpected_error', message: STOPPED.message, request_id }])
})
