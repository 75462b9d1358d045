import { DAY_END, PAUSED_WITHOUT_END } from '#domain/bookings/opening.ts'
import type { BookingBlock } from '#domain/riders/licence.ts'
import { type Clock, clockText, parseInstant } from '#domain/time/india-time.ts'
import { dayAndTimeText } from '#domain/time/time-texts.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'

// When a property takes bookings, as riders and admins read it.

/** 'Fri 12 Dec, 10:00 am'; null for a pause without an end. */
export function pauseEndText(until: Date, now: Date): string | null {
  if (until >= parseInstant(PAUSED_WITHOUT_END)) return null
  return dayAndTimeText(until, now)
}

export const hourText = (clock: Clock) => (clock === DAY_END || clock === MIDNIGHT ? 'midnight' : clockText(clock))

/** `until` is a pauseEndText. */
export const propertyPaused = (property: string, until: string | null) =>
  until === null ? `${property} takes no new bookings at the moment.` : `${property} has no rides before ${until}.`

/** `day`: 'Fri 25 Dec' */
export const closedOnDate = (property: string, day: string) => `${property} is closed on ${day}.`

/** Both are an hourText. */
export const outsideHours = (opens: string, closes: string) =>
  `Rides start and end between ${opens} and ${closes}, and none starts at ${closes}.`

/** '8:00 am – midnight' */
export const hoursRange = (opens: Clock, closes: Clock) => `${hourText(opens)} – ${hourText(closes)}`

/** Shown where a time is chosen. */
export const openHours = (opens: Clock, closes: Clock) => `Open ${hoursRange(opens, closes)}`

/** `until` is a pauseEndText. */
export function pausedNote(until: string | null, note: string | null | undefined): string {
  const sentence = until === null ? 'No new bookings at the moment.' : `No rides before ${until}.`
  return note ? `${sentence} ${note}` : sentence
}

/** Below an offer and at a start time. */
export const endsAfterClosing = 'ends after closing'
export const rideEndsAfterClosing = (time: string, hours: string) =>
  `A ride of ${hours} from ${time} ends after closing. Please choose another start time.`
export const noStartTimes = 'No start times on this date.'

/** A part of the day, or a day, without start times. */
export const closedRemark = 'closed'

// A file of its own, so that Home does not load the texts of the booking page.

/** Why a rider may not book. */
export const BLOCK_TEXTS = {
  license_expired: 'Your licence ends before this ride does. Please upload your new licence in your profile.',
  license_rejected: 'Your licence was not accepted. Please upload it again in your profile.',
  license_unreviewed: 'We are checking your licence. You can book as soon as it is approved.',
  rider_suspended: 'Your account is suspended. Please contact support.'
} as const satisfies Record<BookingBlock, string>

export const openProfile = 'Upload another licence'
export const contactUs = 'Contact us'

// Home for a chosen time, and another scooter where a time is taken.

export const loading = 'Loading the times...'
export const loadFailed = 'Failed to load the times'
export const noneFree = 'No scooter is free then.'
/** '10:00 am – 1:00 pm' */
export const freeFor = (range: string) => `Free ${range}`
export const freeFrom = (time: string) => `Free from ${time}`
export const notFreeWithinDay = 'Not free within 24 hours'
export const freeThen = (scooter: string) => `${scooter} is free then.`
export const take = (scooter: string) => `Take ${scooter}`
