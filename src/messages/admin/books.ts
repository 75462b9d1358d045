import { rupeesText } from '#domain/money.ts'
import { ARRIVES_AFTER_DAYS } from '#domain/receipts.ts'
import { type Day, dayNumber, monthName, monthShort, plainDateText } from '#domain/time/india-time.ts'

export const chooseYear = 'Choose a year'
export const chooseMonth = 'Choose a month'
export const chooseDays = 'Choose at most 366 days'
export const registrationNotFound = 'Registration not found'

export const loading = 'Loading the books...'
export const loadFailed = 'Failed to load the books'
export const description = 'Money by the day of its payment or refund, in India.'
export const yearLabel = 'Year'
export const yearText = (year: number) => `April ${year} – March ${year + 1}`
export const nothing = 'Nothing in this year.'
export const downloadReceipts = 'Download receipts'
export const gstFigures = 'GST figures'
/** Where there are several registrations. */
export const gstFiguresOf = (state: string) => `GST figures, ${state}`
export const downloadFailed = 'Failed to download'

export const figures = {
  arrived: 'Arrived in the bank',
  difference: 'Difference',
  fees: "Razorpay's fees",
  given_back: 'Given back',
  left: 'Left',
  other: 'Disputes and corrections',
  received: 'Received',
  received_online: 'Received online',
  tax: 'Tax',
  tax_on_fees: 'Tax on fees',
  without_receipt: 'Without receipt'
} as const
/** 'At the desk: Cash' */
export const atDesk = (way: string) => `At the desk: ${way}`
export const withoutReceiptHint = "'Without receipt': the payment gave no ride, or was made before receipts existed."

export const scootersWithoutKind = (count: number) =>
  count === 1
    ? '1 scooter has no kind: the higher rate is charged.'
    : `${count} scooters have no kind: the higher rate is charged.`
export const propertiesWithoutRegistration = (count: number) =>
  count === 1 ? '1 property has no registration.' : `${count} properties have no registration.`

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

// A month and what the provider has paid out.

export const sayWhy = 'Say why'

export const monthOpen = (sentence: string) => sentence
/** 'November can be closed from 7 December on.' */
export const closableFrom = (month: string, day: Day) =>
  `${monthName(`${month}-01`)} can be closed from ${dayNumber(day)} ${monthName(day)} on.`
export const receiptsMissing = "Some of the month's receipts are not issued yet."
export const daysUnread = "Some of the month's payouts are not read yet."
export const closeFirst = (month: string) => `Close ${monthName(`${month}-01`)} first.`
export const payoutsUnknown = 'The payouts of this month are not known.'

export const openMonth = 'Payouts'
export const monthLoading = 'Loading the month...'
export const monthLoadFailed = 'Failed to load the month'
export const testMode = 'Razorpay is in test mode: nothing arrives in a bank.'
export const agree = 'Receipts, payments and bank agree.'
export const differ = (rupees: number) => `Receipts, payments and bank differ by ${rupeesText(rupees)}.`
/** `when` is a time, such as 'Tue 10:00 am'. */
export const payoutsAsOf = (when: string) => `Payouts as of ${when}`
export const transfers = 'Bank transfers'
export const noUtr = 'No UTR yet'
export const lists = {
  missing: `Not arrived after ${ARRIVES_AFTER_DAYS} days`,
  unknown: "Arrived, but we don't know it",
  without_note: 'Refunds without a note'
} as const
export const ofPayment = 'Payment'
export const ofRefund = 'Refund'
/** Of a list's rows. */
export const sumText = (rupees: number) => `${rupeesText(rupees)} in all`
export const firstOf = (shown: number, count: number) => `The first ${shown} of ${count}`

export const closing = 'Closing...'
export const closeFailed = 'Failed to close'
export const note = 'Why it is closed although it differs'
export const closeText = "A closed month doesn't change. What comes later counts for the next one."
/** 'Close November' */
export const close = (month: string) => `Close ${monthName(`${month}-01`)}`
/** 'Closed on 8 Dec' */
export const closedOn = (day: Day) => `Closed on ${dayNumber(day)} ${monthShort(day)}`
