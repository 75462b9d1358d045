import type { PaperKind, ScooterKind } from '#domain/catalogue/scooters.ts'
import { type Day, daysBetween, plainDateText } from '#domain/time/india-time.ts'

export const PAPER_NAMES: Readonly<Record<PaperKind, string>> = {
  insurance: 'Insurance',
  permit: 'Permit',
  puc: 'PUC',
  rc: 'RC'
}

// The panel of a ride.

export const papersTitle = 'Papers'
export const validUntil = (day: string) => `valid until ${day}`
export const notACopy = 'Not a legal copy. Police find these papers by the number, in DigiLocker or mParivahan.'

/** A paper that ends later has the date of its end. */
const FAR_DAYS = 90

export const SCOOTER_KIND_NAMES: Readonly<Record<ScooterKind, string>> = { electric: 'Electric', petrol: 'Petrol' }

export const fields = {
  folded: 'Papers (optional)',
  kind: 'Kind',
  registration: 'Registration number',
  registrationHint: 'As on the plate, such as KA05AB1234',
  unknown: 'Not entered',
  number: 'Number',
  validUntil: 'Valid until'
} as const

export const list = {
  description: 'What the scooters need on the road. Enter it in the form of a scooter.',
  empty: 'No papers yet',
  emptyText: 'Edit a scooter to enter its registration number and papers.',
  ends: 'Ends',
  number: 'Paper number',
  registration: 'Number plate',
  scooter: 'Scooter',
  showScooter: 'Show'
} as const

/** 'Insurance ends in 6 days', 'PUC ended 2 days ago', or 'RC ends on 31 Mar 2030' if that is far away. */
export function endText(paper: string, expiresOn: Day, today: Day): string {
  const days = daysBetween(today, expiresOn)
  if (days > FAR_DAYS) return `${paper} ends on ${plainDateText(expiresOn)}`
  if (days === 0) return `${paper} ends today`
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days > 0 ? `${paper} ends in ${count}` : `${paper} ended ${count} ago`
}

// API responses about papers.

export const registrationTaken = 'Another scooter has this number.'
