import { afterAll, beforeAll } from 'vitest'
import { INVOICING, type Invoicing } from '#domain/operator.ts'

// Registrations of an owner in two States, for code in the test's process. The template has none.

export const KARNATAKA = { address: '1 Lake Road, Bengaluru 560001', gstin: '29ABCDE1234F1ZW', prefix: 'KA' }
export const GOA = { address: '2 Beach Road, Panaji 403001', gstin: '30ABCDE1234F1ZD', prefix: 'G' }

const TWO_STATES: Invoicing = {
  receiptPrefix: '',
  registrations: [KARNATAKA, GOA],
  tax: [
    { electric: 18, from: '2025-01-01', petrol: 18, sac: '996601' },
    { electric: 5, from: '2025-06-12', petrol: 18, sac: '997311' }
  ]
}

const setInvoicing = (invoicing: Invoicing) => Object.assign(INVOICING, invoicing)

/** In this file rides are invoiced like this. */
export function startInvoicing(invoicing: Partial<Invoicing> = {}): void {
  const before = { ...INVOICING }
  beforeAll(() => void setInvoicing({ ...TWO_STATES, ...invoicing }))
  afterAll(() => void setInvoicing(before))
}
