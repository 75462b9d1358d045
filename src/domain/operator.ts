// Who runs the site, and the version of its terms; docs/customising.md explains the file. The pages with the terms, the
// privacy notice, the refund rules and the contact show it. What stands in [ ] is the template's.

export interface Operator {
  /** As registered. */
  legalName: string
  address: string
  /** The addresses of the branches, if there are any. */
  branches: readonly string[]
  email: string
  phone: string
  /** Who answers complaints, by the E-Commerce Rules. */
  grievance: { name: string; designation: string; email: string; phone: string }
  /** Of the state; empty without one. */
  rentalLicence: string
  /** Empty if not registered. */
  gstin: string
}

export const OPERATOR: Operator = {
  legalName: '[Legal name]',
  address: '[Registered address]',
  branches: ['[Address of each branch]'],
  email: '[Email]',
  phone: '[Phone number]',
  grievance: {
    name: '[Name]',
    designation: '[Designation]',
    email: '[Email of complaints]',
    phone: '[Phone number of complaints]'
  },
  rentalLicence: '[Rental licence]',
  gstin: '[GSTIN]'
}

/** The day of the present terms. A change asks every rider to agree again, with the next booking. */
export const TERMS_VERSION: string = '2026-11-30'

const PLACEHOLDER = /[[\]]/
/** These can be empty. */
const OPTIONAL = ['gstin', 'rentalLicence']

/** The names of the values that the operator has not completed. */
export function placeholders({ branches, grievance, ...values }: Operator): string[] {
  const named = [
    ...Object.entries(values),
    ...branches.map(branch => ['branches', branch] as const),
    ...Object.entries(grievance).map(([name, value]) => [`grievance.${name}`, value] as const)
  ]
  const missing = named.filter(([name, value]) => (value === '' ? !OPTIONAL.includes(name) : PLACEHOLDER.test(value)))
  return [...new Set(missing.map(([name]) => name))]
}

/** The form of a GSTIN: state, PAN, number of the registration, Z, check character. */
export const isGstin = (value: string): boolean => /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/.test(value)
