import type { ReceiptKind } from '#domain/receipts.ts'

export const receipt = 'Receipt'
export const loading = 'Loading the receipt...'
export const loadFailed = 'Failed to load the receipt'
export const rideNotFound = 'This ride is not there, or it is not yours.'
export const print = 'Print or save as PDF'
export const noReceipt = 'This ride has no receipt: it was free, or paid before receipts existed.'

export const KIND_WORDS: Readonly<Record<ReceiptKind, string>> = {
  credit_note: 'Credit note',
  invoice: 'Tax invoice',
  receipt,
  refund_note: 'Refund note'
}

export const numberLine = (number: string) => `Number ${number}`
export const dateLine = (date: string) => `Date ${date}`
export const gstinLine = (gstin: string) => `GSTIN ${gstin}`
export const forRider = (name: string) => `For ${name}`
/** Of a credit note. */
export const toRider = (name: string, state: string) => `To: ${name} · Address: not given · State: ${state}`
export const forReceipt = (number: string, date: string) => `For ${number} of ${date}`

export const rideLine = (scooter: string, property: string, time: string) =>
  `Scooter rental, ${scooter} at ${property}, ${time}`
export const sacLine = (sac: string) => `SAC ${sac}`

export const taxable = 'Taxable value'
export const tax = (name: string, percent: number) => `${name} ${percent} %`
export const CENTRAL_TAX = 'CGST'
export const total = 'Total'
export const paid = 'Paid'
export const refunded = 'Refunded'

export const placeOfSupply = (state: string) => `Place of supply: ${state}`
export const reverseCharge = 'Reverse charge: No'
export const questions = (email: string, phone: string) => `Questions: ${email}, ${phone}`
export const unsigned = 'Issued electronically, without a signature.'
