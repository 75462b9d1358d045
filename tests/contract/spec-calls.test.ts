import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { confirmPayment, recordPaymentFailure } from '#contract/payments/orders.ts'
import { allEndpoints, endpointName } from '#tests/helpers/servers/every-call.ts'

// The calls of the specification, which any backend has. All others exist in the embedded backend only.
const SPEC_CALLS = [
  'GET /properties',
  'POST /auth/signup',
  'POST /auth/signin',
  'POST /admin/auth/signin',
  'GET /profile',
  'PUT /profile',
  'GET /properties/{property_id}/scooters',
  'GET /properties/{property_id}/pricing',
  'GET /properties/{property_id}/pricing-plans',
  'POST /bookings/hourly',
  'POST /bookings/payment-success',
  'POST /bookings/payment-failed',
  'GET /my-bookings',
  'GET /admin/stats',
  'GET /admin/properties',
  'POST /admin/properties',
  'PUT /admin/properties/{id}',
  'DELETE /admin/properties/{id}',
  'GET /admin/scooters',
  'POST /admin/scooters',
  'PUT /admin/scooters/{id}',
  'DELETE /admin/scooters/{id}',
  'POST /admin/scooters/migrate-pins',
  'GET /admin/pricing',
  'POST /admin/pricing',
  'PUT /admin/pricing/{property_id}',
  'DELETE /admin/pricing/{property_id}',
  'GET /admin/pricing-plans',
  'POST /admin/pricing-plans',
  'PUT /admin/pricing-plans/{id}',
  'DELETE /admin/pricing-plans/{id}',
  'GET /admin/users',
  'PUT /admin/users/{id}/profile-image',
  'GET /admin/bookings'
]

describe('a call outside the specification', () => {
  test.each(allEndpoints.map(endpoint => [endpointName(endpoint), endpoint] as const))(
    'is marked as one of the embedded backend only: %s',
    (name, { isEmbeddedOnly }) => {
      expect(isEmbeddedOnly === true).toBe(!SPEC_CALLS.includes(name))
    }
  )
})

const SUCCESS_WITHOUT_FIELDS = [null, undefined, '']
const WITHOUT_OUTCOME = ['ok', {}, [], { status: 'captured' }, { message: null, success: null }]
const NO_RESPONSES = ['<!doctype html><title>Wi-Fi sign-in</title>', '\n<html></html>', 7]

/** Whether a field of the body is a file. */
function hasFile({ body }: Endpoint): boolean {
  const { entries = {} } = (body ?? {}) as { entries?: v.ObjectEntries }
  return Object.values(entries).some(field => v.is(field, new Blob()) && !v.is(field, {}))
}

test('every form with a file, and no other call, says how the file is read', () => {
  const withFile = allEndpoints.filter(hasFile)
  expect(withFile.length).toBeGreaterThan(3)
  expect(allEndpoints.filter(({ file }) => file)).toEqual(withFile)
})

describe.each([
  ['payment-success', confirmPayment, SUCCESS_WITHOUT_FIELDS, [...WITHOUT_OUTCOME, ...NO_RESPONSES]],
  ['payment-failed', recordPaymentFailure, [...SUCCESS_WITHOUT_FIELDS, ...WITHOUT_OUTCOME], NO_RESPONSES]
])('the answer of %s, whose shape is not specified', (_, { output }, successes, failures) => {
  test.each(successes)('is a success: %j', answer => {
    expect(v.parse(output, answer)).toMatchObject({ message: '', success: true })
  })

  test('keeps its fields if it has the shape of the embedded backend', () => {
    expect(v.parse(output, { message: 'Too late', success: false })).toMatchObject({
      message: 'Too late',
      success: false
    })
  })

  test.each(failures)('is not a success: %j', answer => {
    expect(v.safeParse(output, answer).success).toBe(false)
  })
})
