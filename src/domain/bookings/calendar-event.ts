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

/** The addresses of a mail that carries the file. */
export interface Invitation {
  from: string
  to: string
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

/** '#' and '?' would end the address. */
function mailtoUrl(address: string): string {
  return `mailto:${encodeURI(address).replace(/[#?]/g, encodeURIComponent)}`
}

/** What the program that reads a mail does with its file (RFC 5546). */
export function calendarMethod({ isCancelled }: Pick<CalendarRide, 'isCancelled'>): 'CANCEL' | 'REQUEST' {
  return isCancelled ? 'CANCEL' : 'REQUEST'
}

/** The ride is agreed already, so no answer is asked for. */
function participants({ from, to }: Invitation): string[] {
  return [`ORGANIZER;CN="${BRAND_NAME}":${mailtoUrl(from)}`, `ATTENDEE;PARTSTAT=ACCEPTED;RSVP=FALSE:${mailtoUrl(to)}`]
}

/**
 * The content of an .ics file. `now` is when it is made. A method needs its participants, so a file that is not mailed
 * has neither: calendars would ask for an answer, or refuse it.
 */
export function calendarFile(ride: CalendarRide, now: Date, invitation: Invitation | null = null): string {
  const { description, end, id, isCancelled, location, revision, start, title } = ride
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${BRAND_NAME}//Rides//EN`,
    ...(invitation ? [`METHOD:${calendarMethod(ride)}`] : []),
    'BEGIN:VEVENT',
    `UID:${id}@${BRAND_ID}`,
    `DTSTAMP:${utcTime(now)}`,
    `DTSTART:${utcTime(start)}`,
    `DTEND:${utcTime(end)}`,
    `SEQUENCE:${revision}`,
    ...(invitation ? participants(invitation) : []),
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
