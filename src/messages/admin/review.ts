import { rupeesText } from '#domain/money.ts'
import type { NOTE_KINDS, RejectReason } from '#domain/riders/licence.ts'
import { type Day, plainDateText } from '#domain/time/india-time.ts'

// Who may ride: the licences to review, and the panel of a rider.

export const queue = {
  approveOnly: 'Approve only a full licence for two-wheelers (MCWG or MCWOG).',
  empty: 'Nothing to review',
  emptyText: 'New licence photos appear here.',
  fromBefore: 'From before licences were reviewed',
  name: 'Rider',
  nextRide: 'Next ride',
  property: 'Property',
  waitsSince: 'Uploaded'
} as const

/** 'today' and 'tomorrow' within a sentence */
const inSentence = (when: string) => when.replace(/^(Today|Tomorrow|Yesterday)/, day => day.toLowerCase())
export const ridesAt = (when: string) => `Rides ${inSentence(when)}`
export const uploadedAt = (when: string) => `Uploaded ${inSentence(when)}`
export const riderPanel = {
  addNote: 'Add note',
  approve: 'Approve',
  bookings: (count: number) => `Bookings (${count})`,
  download: 'Download data',
  downloadFailed: 'Failed to download the data',
  born: (day: string, age: number) => `Born ${day}, ${age} years old`,
  contact: 'Contact',
  emailConfirmed: 'Email confirmed',
  emailNotConfirmed: 'Email not confirmed',
  leaving: (day: Day) => `Leaving: deleted from ${plainDateText(day)} on`,
  licence: 'Licence',
  lift: 'Lift suspension',
  lifted: 'Suspension lifted',
  liftFailed: 'Failed to lift the suspension',
  loading: 'Loading the rider...',
  loadFailed: 'Failed to load the rider',
  note: 'Note',
  noteFailed: 'Failed to save the note',
  notes: 'Notes',
  noteSaved: 'Note saved',
  open: 'Open',
  phoneReached: 'Reached by phone',
  reached: (number: string) => `Reached at ${number}`,
  reject: 'Reject',
  samePhone: (name: string | null, isSuspended: boolean) =>
    `${name === null ? 'Same phone as a rider of another property' : `Same phone: ${name}`}${isSuspended ? ', suspended' : ''}`,
  suspend: 'Suspend',
  validUntil: 'Valid until'
} as const

export const noteText = (kind: (typeof NOTE_KINDS)[number], text: string) =>
  ({ note: text, phone: riderPanel.reached(text), suspension: `Suspended: ${text}` })[kind]

export const decided = {
  approve: 'Licence approved',
  reject: 'Licence rejected',
  suspend: 'Rider suspended'
} as const
export const decisionFailed = 'Failed to save the decision'

/** 'Approve and refund ₹500'; `refund` is rupees, 0 if no ride is stopped. */
export const withRefund = (label: string, refund: number) =>
  refund > 0 ? `${label} and refund ${rupeesText(refund)}` : label
const rides = (count: number) => (count === 1 ? '1 ride' : `${count} rides`)

/** What a decision does to the rides that have not started; null if it stops none. `refund` is rupees. */
export function ridesStopped({
  count,
  elsewhere,
  refund
}: Record<'count' | 'elsewhere' | 'refund', number>): string | null {
  if (count === 0) return null
  const where = elsewhere === 0 ? '' : ` This includes ${rides(elsewhere)} at another property.`
  const [have, are] = count === 1 ? ['has', 'is'] : ['have', 'are']
  return `${rides(count)} that ${have} not started ${are} cancelled, and ${rupeesText(refund)} is refunded.${where}`
}

export const pinsRenewed = (name: string) => `Scooters whose PIN ${name} has read get a new one: see PINs to change.`
export const suspendQuestion = (name: string) => `Suspend ${name}?`
export const reasonLabel = 'Why?'
export const whyHint = 'Only admins read it'
export const rejectQuestion = (name: string) => `Reject the licence of ${name}?`

export const REJECT_REASONS: Readonly<Record<RejectReason, string>> = {
  expired: 'It has expired',
  learner: "It is a learner's licence",
  not_a_license: 'It is no driving licence',
  not_yours: 'It belongs to somebody else',
  unreadable: "The photo can't be read",
  wrong_class: 'It is not for two-wheelers'
}
export const canUpload = 'The rider is told why, and can upload another photo.'

export const badges = { leaving: 'Leaving', rejected: 'Licence rejected', suspended: 'Suspended' } as const

export const riderChanged = 'This rider has changed meanwhile. Please look again.'
export const licenceEnded = 'This licence has ended. Reject it as expired.'
export const reasonMissing = 'Choose why'
export const noteMissing = 'Write a note'
