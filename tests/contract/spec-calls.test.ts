import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { confirmPayment, recordPaymentFailure } from '#contract/payments/orders.ts'
import { CALLS } from '#tests/fakes/second-backend/calls.ts'
import { allEndpoints, endpointName } from '#tests/helpers/servers/every-call.ts'

// The others exist in the embedded backend only.
test('the calls of the specification, which the second backend serves, and no others are marked', () => {
  const marked = allEndpoints.filter(({ isSpecified }) => isSpecified).map(endpointName)
  expect(marked.toSorted()).toEqual(Object.keys(CALLS).toSorted())
})

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

const ANSWERS = [null, undefined, '', 'OK', {}, [], 7, true, { status: 'captured' }, { message: null, success: null }]
const PAID = [
  { booking: { id: 7, payment_status: 'Completed' } },
  { booking_id: { $oid: '7' }, message: ['Paid'], payment_status: null, success: 'yes' }
]
const NOT_PAID = [
  { payment_status: 'Failed' },
  { payment_status: 'Pending', success: true },
  { booking: { payment_status: 'Pending' } }
]
const NO_ANSWERS = [
  false,
  '<!doctype html><title>Wi-Fi sign-in</title>',
  '\n<html></html>',
  'Sign in <a href="/">here</a>',
  '{"half'
]

describe.each([
  ['payment-success', confirmPayment, [...ANSWERS, ...PAID], [...NO_ANSWERS, ...NOT_PAID]],
  ['payment-failed', recordPaymentFailure, [...ANSWERS, ...PAID, ...NOT_PAID], NO_ANSWERS]
])('the answer of %s, whose shape is not specified', (_, { output }, answers, others) => {
  test.each(answers)('is accepted: %j', answer => {
    expect(v.is(output, answer)).toBe(true)
  })

  test('keeps its fields if it has the shape of the embedded backend', () => {
    expect(v.parse(output, { message: 'Too late', success: false })).toMatchObject({
      message: 'Too late',
      success: false
    })
  })

  test.each(others)('is not accepted: %j', answer => {
    expect(v.is(output, answer)).toBe(false)
  })
})
