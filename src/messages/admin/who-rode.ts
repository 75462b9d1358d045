import { dateText, dayOf, parseInstant, plainDateText, timeText } from '#domain/time/india-time.ts'
import * as commonText from '#messages/common.ts'

export const invalidTime = 'Choose a date and a time that have passed'
export const action = 'Who rode?'
export const question = (scooter: string) => `Who rode ${scooter}?`
export const dateLabel = 'Date'
export const timeLabel = 'Time'
export const clockHint = 'By the clock in India'
export const showRides = 'Show'
export const questionIsLogged = 'This question is in the activity log.'
export const loading = 'Loading the ride...'
export const loadFailed = 'Failed to load the ride'
export const nobodyHadIt = 'Nobody had booked it.'
export const ridesAround = 'The rides around it'
export const backToScooters = 'Back to the scooters'

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
export const riderElsewhere = (property: string) => `A rider of ${property}. Ask an owner.`
export const movedLine = (at: string, from: string, to: string) => `${momentText(at)}: ${from} → ${to}`
const LICENCES = { approved: 'Approved', rejected: 'Rejected', unreviewed: 'Not reviewed' } as const

export const licenceText = (status: keyof typeof LICENCES, lastDay: string | null): string =>
  lastDay ? `${LICENCES[status]} until ${plainDateText(lastDay)}` : LICENCES[status]

/** 'Mon 15 Jun 2026, 7:44 pm IST' of an ISO instant */
export function momentText(iso: string): string {
  const instant = parseInstant(iso)
  return commonText.inIndianTime(`${dateText(dayOf(instant))}, ${timeText(instant)}`)
}
