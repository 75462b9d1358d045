import { calendarFile } from '#domain/bookings/calendar-event.ts'
import type { MessageKind } from '#domain/outbox/outbox.ts'
import { PATHS } from '#domain/routes.ts'
import * as text from '#messages/my-bookings/manage-ride.ts'
import { dateFrom } from '#server/db/sql.ts'
import type { DueMessage } from './due-messages.ts'
import { pageUrl } from './mail-content.ts'
import type { Mail } from './providers/mail-provider.ts'

const KINDS_WITH_CALENDAR: readonly MessageKind[] = ['booked', 'cancelled', 'extended']

/** The calendar file of the ride, with mails that change it. */
export function calendarAttachments({ booking, kind }: DueMessage, now: Date): Mail['attachments'] {
  if (booking === null || !KINDS_WITH_CALENDAR.includes(kind)) return []
  const isCancelled = kind === 'cancelled'
  const ride = {
    description: text.entryDescription(pageUrl(PATHS.myBookings)),
    end: dateFrom(booking.ride_end ?? booking.end_at),
    id: booking.ride_id,
    isCancelled,
    location: text.entryLocation(booking.property_name, booking.location),
    revision: booking.revision,
    start: dateFrom(booking.ride_start),
    title: text.entryTitle(booking.scooter_name)
  }
  const type = `text/calendar; charset=utf-8; method=${isCancelled ? 'CANCEL' : 'PUBLISH'}`
  return [{ content: calendarFile(ride, now), filename: text.fileName, type }]
}
