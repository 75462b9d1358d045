import { expect, test } from 'vitest'
import { isGstin, type Operator, placeholders } from '#domain/operator.ts'
import { COMPLETE_OPERATOR } from '#tests/helpers/data/operator.ts'

test('an operator without branches, rental licence and GSTIN is complete', () => {
  expect(placeholders(COMPLETE_OPERATOR)).toEqual([])
})

test.each<[string, Partial<Operator>]>([
  ['legalName', { legalName: '[Legal name]' }],
  ['address', { address: '[Street], Bengaluru 560001' }],
  ['email', { email: '' }],
  ['branches', { branches: ['2 Lake Road', '[Second]', '[Third]'] }],
  ['grievance.phone', { grievance: { ...COMPLETE_OPERATOR.grievance, phone: '' } }],
  ['gstin', { gstin: '[GSTIN]' }],
  ['rentalLicence', { rentalLicence: '[Rental licence]' }]
])('a placeholder or a missing value is found: %s', (name, change) => {
  expect(placeholders({ ...COMPLETE_OPERATOR, ...change })).toEqual([name])
})

test.each([
  ['29ABCDE1234F1Z5', true],
  ['29ABCDE1234F0Z5', false],
  ['29abcde1234f1z5', false],
  ['29ABCDE1234F1Z', false],
  ['29 ABCDE1234F1Z5', false]
])('%s has the form of a GSTIN: %s', (value, isValid) => expect(isGstin(value)).toBe(isValid))
