import { BRAND_NAME } from '#domain/brand/brand.ts'
import { OPERATOR } from '#domain/operator.ts'
import type * as legalPageText from '#messages/legal/legal-page.ts'

const { address, branches, email, gstin, grievance, legalName, phone, rentalLicence } = OPERATOR

/** The E-Commerce Rules, 2020, name both times. */
const ACKNOWLEDGED_HOURS = 48
const ANSWERED_MONTHS = 'one month'

const EMAIL = 'Email'
const PHONE = 'Phone'

export const contactPage: legalPageText.LegalPage = {
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
        ...(gstin === '' ? [] : [['GSTIN', gstin] as const])
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
