import type { Invoicing, Operator } from '#domain/operator.ts'

/** Without branches and a rental licence, which not every operator has. */
export const COMPLETE_OPERATOR: Operator = {
  legalName: 'Lakeside Rentals Private Limited',
  address: '1 Lake Road, Bengaluru 560001',
  branches: [],
  email: 'desk@example.com',
  phone: '+91 98450 12345',
  grievance: { name: 'Asha Rao', designation: 'Director', email: 'asha@example.com', phone: '+91 98450 12346' },
  rentalLicence: ''
}

/** As the template: receipts only. */
export const RECEIPTS_ONLY: Invoicing = { receiptPrefix: '', registrations: [], tax: null }
