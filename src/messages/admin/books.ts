import { plainDateText } from '#domain/time/india-time.ts'

export const chooseYear = 'Choose a year'
export const chooseMonth = 'Choose a month'
export const chooseDays = 'Choose at most 366 days'
export const registrationNotFound = 'Registration not found'

// The CSV files.

export const csv = {
  against: 'Against',
  cgst: 'CGST',
  count: 'Count',
  date: 'Date',
  first: 'From',
  gstin: 'GSTIN',
  kind: 'Kind',
  last: 'To',
  number: 'Number',
  payment: 'Payment',
  place: 'Place of supply',
  property: 'Property',
  rate: 'Rate %',
  reference: 'Reference',
  sac: 'SAC',
  scooter: 'Scooter',
  sgst: 'SGST',
  state: 'State',
  taxable: 'Taxable',
  total: 'Total'
} as const

export const gstSections = {
  documents: 'Document numbers',
  rates: 'B2C by State and rate',
  services: 'HSN/SAC'
} as const

/** The days of a file, for the activity log. */
export const daysText = (from: string, to: string) => `${plainDateText(from)} – ${plainDateText(to)}`
