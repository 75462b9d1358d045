import { expect, test } from 'vitest'
import type { Receipt } from '#contract/receipts/receipts.ts'
import { sheetOf } from '#stores/receipts/receipts.ts'

const INVOICE: Receipt = {
  address: '1 Lake Road, Bengaluru 560001',
  against: null,
  end_time: '2026-12-12T07:30:00Z',
  issued_at: '2026-12-11T18:40:00Z',
  kind: 'invoice',
  number: 'KAI/2627/123',
  plan_name: null,
  property_name: 'Palm Grove',
  registration: '29ABCDE1234F1ZW',
  sac: '996601',
  scooter_name: 'Blue 3',
  seller: 'Lakeside Rentals',
  start_time: '2026-12-12T04:30:00Z',
  tax: 21.36,
  tax_rate: 18,
  total: 140
}

test('a tax invoice has its tax in halves, the place of supply, and the day in India', () => {
  expect(sheetOf(INVOICE, 'Asha Rao')).toEqual({
    amounts: [
      ['Taxable value', '₹118.64'],
      ['CGST 9 %', '₹10.68'],
      ['SGST 9 %', '₹10.68'],
      ['Total', '₹140']
    ],
    date: 'Date 12 Dec 2026',
    number: 'Number KAI/2627/123',
    place: ['Place of supply: Karnataka (29)', 'Reverse charge: No'],
    receiver: 'For Asha Rao',
    references: [],
    ride: 'Scooter rental, Blue 3 at Palm Grove, Sat 12 Dec 2026, 10:00\u00A0am – 1:00\u00A0pm',
    sac: 'SAC 996601',
    seller: ['Lakeside Rentals', '1 Lake Road, Bengaluru 560001', 'GSTIN 29ABCDE1234F1ZW'],
    title: 'Tax invoice'
  })
})

test('a credit note says for which invoice it is, and whose', () => {
  const against = { issued_at: INVOICE.issued_at, number: INVOICE.number }
  expect(sheetOf({ ...INVOICE, against, kind: 'credit_note' }, 'Asha Rao')).toMatchObject({
    receiver: 'To: Asha Rao · Address: not given · State: Karnataka (29)',
    references: ['For KAI/2627/123 of 12 Dec 2026'],
    title: 'Credit note'
  })
})

test.each([
  ['receipt', 'Paid', 'Receipt'],
  ['refund_note', 'Refunded', 'Refund note']
] as const)('a %s has one amount, and no tax', (kind, label, title) => {
  const receipt = { ...INVOICE, kind, registration: null, sac: null, tax: 0, tax_rate: 0 }
  expect(sheetOf(receipt, 'Asha Rao')).toMatchObject({ amounts: [[label, '₹140']], place: [], sac: null, title })
})

test('a union territory has its own half of the tax', () => {
  const { amounts } = sheetOf({ ...INVOICE, registration: '04ABCDE1234F1ZK' }, 'Asha Rao')
  expect(amounts.map(([label]) => label)).toContain('UTGST 9 %')
})
