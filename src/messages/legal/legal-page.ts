import { BRAND_NAME } from '#domain/brand/brand.ts'
import { stateOf } from '#domain/gst.ts'
import { INVOICING, OPERATOR, TERMS_VERSION } from '#domain/operator.ts'
import { plainDateText } from '#domain/time/india-time.ts'

// What the operator's pages have in common.

export interface LegalSection {
  title: string
  text?: readonly string[]
  /** Each with one or more sentences, or the value. */
  facts?: readonly (readonly [term: string, ...details: string[]])[]
}

export interface LegalPage {
  title: string
  lead: string
  /** If riders agree to the page. */
  version?: string
  sections: readonly LegalSection[]
}

export const templateNotice = 'Template: the operator must complete this page.'
export const version = `Version of ${plainDateText(TERMS_VERSION)}`

const { address, branches, email, grievance, legalName, phone, rentalLicence } = OPERATOR

/** The E-Commerce Rules, 2020, name both times. */
const ACKNOWLEDGED_HOURS = 48
const ANSWERED_MONTHS = 'one month'

const EMAIL = 'Email'
const PHONE = 'Phone'

export const contactPage: LegalPage = {
  title: 'Contact',
  lead: `Who runs ${BRAND_NAME}, and who answers complaints.`,
  sections: [
    {
      title: 'Company',
      facts: [
        ['Name', legalName],
        ['Address', address],
        ...branches.map(branch => ['Branch', branch] as const),
        [EMAIL, email],
        [PHONE, phone],
        ...(rentalLicence === '' ? [] : [['Licence to rent scooters', rentalLicence] as const]),
        ...INVOICING.registrations.map(({ gstin }) => [`GSTIN, ${stateOf(gstin)}`, gstin] as const)
      ]
    },
    {
      title: 'Grievance officer',
      text: [
        `For complaints, and for questions about your data. You get a confirmation within ${ACKNOWLEDGED_HOURS} hours, and an answer within ${ANSWERED_MONTHS}.`
      ],
      facts: [
        ['Name', grievance.name],
        ['Designation', grievance.designation],
        [EMAIL, grievance.email],
        [PHONE, grievance.phone]
      ]
    },
    {
      title: 'Help with a ride',
      text: ["'Get help' in My Bookings has the first steps, and the reference of your booking for support."]
    }
  ]
}
