import { dateText, dayOf, parseInstant, plainDateText, timeText } from '#domain/time/india-time.ts'
import { inIndianTime } from '#messages/labels.ts'

export const invalidTime = 'Choose a date and a time that have passed'
export const action = 'Who rode?'
export const question = (scooter: string) => `Who rode ${scooter}?`
export const day = 'Date'
export const clock = 'Time'
export const clockHint = 'By the clock in India'
export const show = 'Show'
export const logged = 'This question is in the activity log.'
export const loading = 'Loading the ride...'
export const loadFailed = 'Failed to load the ride'
export const nobody = 'Nobody had booked it.'
export const around = 'The rides around it'
export const print = 'Print'
export const back = 'Back to the scooters'

export const facts = {
  cancelled: 'Cancelled',
  email: 'Email',
  end: 'Booked until',
  licence: 'Licence today',
  moved: 'Moved',
  phone: 'Phone',
  pinSeen: 'PIN first read',
  property: 'Property',
  reference: 'Reference',
  returned: 'Returned',
  rider: 'Rider',
  start: 'Start'
} as const

export const notReturned = 'Not yet'
export const elsewhere = (property: string) => `A rider of ${property}. Ask an owner.`
export const moved = (at: string, from: string, to: string) => `${momentText(at)}: ${from} → ${to}`

const LICENCES = { approved: 'Approved', rejected: 'Rejected', unreviewed: 'Not reviewed' } as const

/** 'Approved until 31 Mar 2030' */
export const licenceText = (status: keyof typeof LICENCES, lastDay: string | null): string =>
  lastDay ? `${LICENCES[status]} until ${plainDateText(lastDay)}` : LICENCES[status]

/** 'Mon 15 Jun 2026, 7:44 pm IST' of an ISO instant */
export function momentText(iso: string): string {
  const instant = parseInstant(iso)
  return inIndianTime(`${dateText(dayOf(instant))}, ${timeText(instant)}`)
}
