import { isGstin, panOf } from './gst.ts'
import { type Day, isDay } from './time/india-time.ts'

// Who runs the site, the version of its terms, and its taxes; docs/customising.md explains the file. The pages with the
// terms, the privacy notice, the refund rules and the contact show it, and receipts do. What stands in [ ] is the
// template's.

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
  rentalLicence: '[Rental licence]'
}

/** A registration for GST, one for each State. */
export interface Registration {
  gstin: string
  /** Of the place of business there. */
  address: string
  /** Of its invoices: 1 or 2 capitals, never used again for another registration. */
  prefix: string
}

/** By your accountant, in percent. */
export interface TaxRates {
  /** The first day, a coming one: what is issued never changes. */
  from: Day
  /** The services accounting code, 6 digits. */
  sac: string
  electric: number
  petrol: number
}

/** Without one, rides have receipts. */
const REGISTRATIONS: readonly Registration[] = []

/** null: undecided. []: receipts only (composition, or invoices are made elsewhere). */
const TAX: readonly TaxRates[] | null = null

/** Of the numbers of receipts: up to 2 capitals, if two sites have the same owner. */
const RECEIPT_PREFIX: string = ''

export interface Invoicing {
  receiptPrefix: string
  registrations: readonly Registration[]
  tax: readonly TaxRates[] | null
}

export const INVOICING: Invoicing = { receiptPrefix: RECEIPT_PREFIX, registrations: REGISTRATIONS, tax: TAX }

/** The day of the present terms. A change asks every rider to agree again, with the next booking. */
export const TERMS_VERSION: string = '2026-11-30'

const PLACEHOLDER = /[[\]]/
/** These can be empty. */
const OPTIONAL = ['rentalLicence']

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

const SAC = /^\d{6}$/
const RATE_MAX_PERCENT = 40
const isRate = (percent: number) => percent >= 0 && percent <= RATE_MAX_PERCENT
const hasRepeated = (values: readonly string[]) => new Set(values).size < values.length

/** What is wrong with the registrations and taxes, a sentence each. */
export function invoicingProblems({ receiptPrefix, registrations, tax }: Invoicing): string[] {
  const rates = tax ?? []
  const prefixes = registrations.map(({ prefix }) => prefix)
  const sentences: [isWrong: boolean, sentence: string][] = [
    ...registrations.map(({ gstin }): [boolean, string] => [
      !isGstin(gstin),
      `REGISTRATIONS must have GSTINs such as 29ABCDE1234F1ZW, not '${gstin}'.`
    ]),
    [hasRepeated(registrations.map(({ gstin }) => gstin.slice(0, 2))), 'REGISTRATIONS must have one of each State.'],
    [new Set(registrations.map(({ gstin }) => panOf(gstin))).size > 1, 'REGISTRATIONS must have one PAN.'],
    [registrations.some(({ address }) => address === '' || PLACEHOLDER.test(address)), 'REGISTRATIONS need addresses.'],
    [
      !prefixes.every(prefix => /^[A-Z]{1,2}$/.test(prefix)) || hasRepeated(prefixes),
      'REGISTRATIONS need different prefixes of 1 or 2 capitals.'
    ],
    [!/^[A-Z]{0,2}$/.test(receiptPrefix), `RECEIPT_PREFIX must be up to 2 capitals, not '${receiptPrefix}'.`],
    ...rates.map(({ electric, from, petrol, sac }): [boolean, string] => [
      !(isDay(from) && SAC.test(sac) && isRate(electric) && isRate(petrol)),
      `TAX from '${from}' needs a day such as 2026-04-01, a SAC of 6 digits, and rates from 0 to ${RATE_MAX_PERCENT} percent.`
    ]),
    [hasRepeated(rates.map(({ from }) => from)), 'TAX must have one entry from each day.'],
    [rates.length > 0 && registrations.length === 0, 'TAX needs a registration in REGISTRATIONS.']
  ]
  return sentences.filter(([isWrong]) => isWrong).map(([, sentence]) => sentence)
}
