import { expect, test } from 'vitest'
import { type Invoicing, invoicingProblems, type Operator, placeholders } from '#domain/operator.ts'
import { COMPLETE_OPERATOR, RECEIPTS_ONLY } from '#tests/helpers/data/operator.ts'

test('an operator without branches and rental licence is complete', () => {
  expect(placeholders(COMPLETE_OPERATOR)).toEqual([])
})

test.each<[string, Partial<Operator>]>([
  ['legalName', { legalName: '[Legal name]' }],
  ['address', { address: '[Street], Bengaluru 560001' }],
  ['email', { email: '' }],
  ['branches', { branches: ['2 Lake Road', '[Second]', '[Third]'] }],
  ['grievance.phone', { grievance: { ...COMPLETE_OPERATOR.grievance, phone: '' } }],
  ['rentalLicence', { rentalLicence: '[Rental licence]' }]
])('a placeholder or a missing value is found: %s', (name, change) => {
  expect(placeholders({ ...COMPLETE_OPERATOR, ...change })).toEqual([name])
})

const KARNATAKA = { address: '1 Lake Road', gstin: '29ABCDE1234F1ZW', prefix: 'KA' }
const GOA = { address: '2 Beach Road', gstin: '30ABCDE1234F1ZD', prefix: 'G' }
const RATES = { electric: 5, from: '2026-04-01', petrol: 18, sac: '997311' }
const COMPLETE: Invoicing = { receiptPrefix: 'AB', registrations: [KARNATAKA, GOA], tax: [RATES] }

test.each([RECEIPTS_ONLY, COMPLETE, { ...COMPLETE, tax: [] }, { ...COMPLETE, tax: null }])(
  'registrations and taxes are usable: %j',
  invoicing => expect(invoicingProblems(invoicing)).toEqual([])
)

test.each<[string, Partial<Invoicing>]>([
  ["not '29ABCDE1234F1Z5'", { registrations: [{ ...KARNATAKA, gstin: '29ABCDE1234F1Z5' }] }],
  ['one of each State', { registrations: [KARNATAKA, { ...GOA, gstin: '29ABCDE1234F2ZV' }] }],
  ['one PAN', { registrations: [KARNATAKA, { ...GOA, gstin: '27AAPFU0939F1ZV' }] }],
  ['need addresses', { registrations: [{ ...KARNATAKA, address: '[Address]' }] }],
  ['different prefixes', { registrations: [KARNATAKA, { ...GOA, prefix: 'KA' }] }],
  ['different prefixes', { registrations: [{ ...KARNATAKA, prefix: '' }] }],
  ["not 'ABC'", { receiptPrefix: 'ABC' }],
  ["TAX from '2026-04-31'", { tax: [{ ...RATES, from: '2026-04-31' }] }],
  ['a SAC of 6 digits', { tax: [{ ...RATES, sac: '9966' }] }],
  ['rates from 0 to 40', { tax: [{ ...RATES, petrol: 41 }] }],
  ['rates from 0 to 40', { tax: [{ ...RATES, electric: -1 }] }],
  ['one entry from each day', { tax: [RATES, RATES] }],
  ['needs a registration', { registrations: [] }]
])('what cannot be invoiced with is named: %s', (part, change) =>
  expect(invoicingProblems({ ...COMPLETE, ...change })).toEqual([expect.stringContaining(part)])
)
