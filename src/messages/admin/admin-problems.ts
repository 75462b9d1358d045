import { rupeesText } from '#domain/money.ts'
import { REPORTS_COUNTED_DAYS } from '#domain/problems/problems.ts'
import * as needsText from '#messages/admin/needs.ts'
import * as ridesText from '#messages/admin/rides.ts'

// What is wrong with the scooters: reports of riders, and damage that the staff know.

export const list = {
  description: 'What riders report, damage that they are told of, and times for service.',
  scooter: 'Scooter',
  what: 'What',
  window: 'Not bookable',
  rider: 'Rider',
  since: 'Since',
  state: 'State',
  open: 'Open',
  known: needsText.known,
  fixed: needsText.fixed,
  byStaff: 'Staff',
  empty: 'No open problems',
  emptyText: 'Reports of riders appear here.',
  more: 'More open problems',
  photo: 'Photo',
  failed: 'Failed to save the problem',
  note: 'What riders should know',
  noteHint: 'Riders read it after "Known damage:".',
  knownQuestion: 'Is this known?',
  knownEffect: 'Riders are told of it, and the scooter can be booked.',
  fixedQuestion: 'Is this fixed?',
  noteDamage: 'Note damage',
  noted: 'Damage noted'
} as const

export const problemPhoto = {
  ...ridesText.returnPhoto,
  alt: (scooter: string) => `Photo of ${scooter} from its rider`,
  title: 'Photo of the problem'
}

export const problemSaved = (scooter: string, state: 'fixed' | 'known') =>
  `${scooter}: ${state === 'known' ? 'problem is known' : 'problem is fixed'}`

export const reportsCount = (count: number) =>
  `${count === 1 ? 'One report' : `${count} reports`} in ${REPORTS_COUNTED_DAYS} days`
export const blockedUntil = (time: string) => `until ${time}`
export const ridesInside = (count: number) => (count === 1 ? '1 paid ride inside' : `${count} paid rides inside`)
export const blocking = {
  action: 'Block a scooter',
  busy: 'Blocking...',
  failed: 'Failed to block the scooter',
  from: 'From',
  fromTime: 'From time',
  ridesFailed: 'Failed to load the rides in this time',
  leave: 'Leave it',
  loading: 'Looking for rides in this time...',
  noRidesInside: 'No paid ride is in this time.',
  reasonHint: 'Riders who are refunded read it.',
  to: 'To',
  toTime: 'To time'
} as const

export const ridesInsideCount = (count: number) => `This hits ${count === 1 ? '1 paid ride' : `${count} paid rides`}`
export const moveTo = (scooter: string) => `Move to ${scooter}`

/** `owed`: what the operator owes beside it, because it cancels late. */
export const refundChoice = (rupees: number, owed: number) =>
  owed > 0 ? `Refund ${rupeesText(rupees)} and owe ${rupeesText(owed)}` : `Refund ${rupeesText(rupees)}`

export function blockAction(told: number): string {
  if (told === 0) return 'Block'
  return `Block and tell ${told === 1 ? '1 rider' : `${told} riders`}`
}

export const scooterBlocked = (scooter: string) => `${scooter} is blocked`

export function ridesLeftOver(booked: readonly string[], changed: readonly string[]): string {
  const facts = [
    booked.length > 0 && `${booked.join(', ')} booked meanwhile.`,
    changed.length > 0 && `The ride of ${changed.join(', ')} could not be changed.`,
    'Decide and press again.'
  ]
  return facts.filter(Boolean).join(' ')
}
