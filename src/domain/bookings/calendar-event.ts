import { BRAND_ID, BRAND_NAME } from '#domain/brand/brand.ts'

// A ride as an entry of the rider's own calendar (RFC 5545). It never contains the PIN.

export interface CalendarRide {
  /** Of the ride, so that a changed ride replaces its entry. */
  id: string
  start: Date
  end: Date
  /** Grows with every change. Calendars ignore a change or a cancellation without a higher number. */
  revision: number
  isCancelled: boolean
  title: string
  location: string
  description: string
}

const LINE_MAX_OCTETS = 75
const REMINDER_MINUTES = 30

/** '20260613T133000Z' */
function utcTime(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d{3}/g, '')
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

/** Splits a line of more than 75 octets. A continuation begins with a space, and no character is split. */
function foldLine(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let octets = 0
  for (const character of line) {
    const length = encoder.encode(character).length
    if (octets + length > LINE_MAX_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += length
  }
  return folded
}

/** The content of an .ics file. `now` is when it is made. */
export function calendarFile(ride: CalendarRide, now: Date): string {
  const { description, end, id, isCancelled, location, revision, start, title } = ride
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${BRAND_NAME}//Rides//EN`,
    `METHOD:${isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${id}@${BRAND_ID}`,
    `DTSTAMP:${utcTime(now)}`,
    `DTSTART:${utcTime(start)}`,
    `DTEND:${utcTime(end)}`,
    `SEQUENCE:${revision}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escapeText(title)}`,
    `LOCATION:${escapeText(location)}`,
    `DESCRIPTION:${escapeText(description)}`,
    ...(isCancelled ? [] : alarm(title)),
    'END:VEVENT',
    'END:VCALENDAR'
  ]
  return lines.map(line => `${foldLine(line)}\r\n`).join('')
}

function alarm(title: string): string[] {
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(title)}`,
    `TRIGGER:-PT${REMINDER_MINUTES}M`,
    'END:VALARM'
  ]
}

/** The page of Google Calendar that adds the ride. */
export function googleCalendarUrl({ description, end, location, start, title }: CalendarRide): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    dates: `${utcTime(start)}/${utcTime(end)}`,
    details: description,
    location,
    text: title
  })
  return `https://calendar.google.com/calendar/render?${query}`
}
