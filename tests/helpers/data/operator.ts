import type { Operator } from '#domain/operator.ts'

/** Without branches, rental licence and GSTIN, which not every operator has. */
export const COMPLETE_OPERATOR: Operator = {
  legalName: 'Lakeside Rentals Private Limited',
  address: '1 Lake Road, Bengaluru 560001',
  branches: [],
  email: 'desk@example.com',
  phone: '+91 98450 12345',
  grievance: { name: 'Asha Rao', designation: 'Director', email: 'asha@example.com', phone: '+91 98450 12346' },
  rentalLicence: '',
  gstin: ''
}
