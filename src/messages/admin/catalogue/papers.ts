import type { PaperKind, ScooterKind } from '#domain/catalogue/papers.ts'

export const KIND_NAMES: Readonly<Record<ScooterKind, string>> = { electric: 'Electric', petrol: 'Petrol' }

export const form = {
  kind: 'Kind',
  registration: 'Registration number',
  registrationHint: 'As on the plate, such as KA05AB1234',
  unknown: 'Not entered',
  number: 'Number',
  validUntil: 'Valid until'
} as const

export const PAPER_NAMES: Readonly<Record<PaperKind, string>> = {
  insurance: 'Insurance',
  permit: 'Permit',
  puc: 'PUC',
  rc: 'RC'
}

// API responses about papers.

export const invalidRegistration = 'Enter the number as on the plate: letters and digits only'
export const registrationTaken = 'Another scooter has this number.'
export const invalidPapers = 'Enter each paper once, as RC, insurance, PUC or permit'
