import { BRAND_NAME } from '#domain/brand/brand.ts'
import { PAGE_SIZE } from '#domain/constants.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as needsText from '#messages/admin/needs.ts'
import * as commonText from '#messages/common.ts'

// The day of a property.

export const labels = {
  late: 'Late',
  deskRefunds: 'To pay back',
  toCheck: 'Check that it is back',
  byHour: 'By the hour',
  pins: 'PINs to change',
  maintenance: 'In maintenance',
  empty: 'Nothing more today',
  emptyOther: 'No rides on this day',
  emptyText: 'Rides, problems, PINs to change and scooters in maintenance appear here.',
  failed: 'Failed to load the day',
  loading: 'Loading the day...',
  more: 'Not all rides are shown.',
  move: 'Move ride',
  returned: needsText.returned,
  returnReason: 'Seen at its place',
  chat: 'WhatsApp',
  photo: 'Photo',
  print: 'Print',
  starts: 'Starts',
  ends: 'Ends'
} as const

export const WARNINGS = {
  in_maintenance: 'In maintenance',
  not_back: 'Not back yet',
  pin_first: 'Change its PIN first'
} as const

export const ended = (time: string) => `ended ${time}`

export const hourLine = (time: string, event: string, scooter: string) => commonText.joinFacts(time, event, scooter)

export const doneCount = (count: number) => `Done (${count})`

/** The start of a chat: 'Hello Asha, this is Palm Grove about Blue 3, 10:00 am – 1:00 pm.' */
export function chatText(rider: string, property: string | null, about?: Record<'scooter' | 'when', string>) {
  const subject = about ? ` about ${about.scooter}, ${about.when}` : ''
  return `Hello ${rider.split(' ')[0]}, this is ${property || BRAND_NAME}${subject}.`
}

export const noProperty = 'You have no property at the moment. Ask an owner.'

/** '3 licences to review', of a count that stops at a limit. */
export const licencesToReview = (count: number) =>
  count === 1 ? '1 licence to review' : `${listsText.countText(count, count === PAGE_SIZE)} licences to review`
