import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { type CalendarRide, calendarFile, googleCalendarUrl } from '#domain/bookings/calendar-event.ts'

const NOW = new Date('2026-06-12T05:00:00Z')
const ride: CalendarRide = {
  description: 'Your PIN is in My Bookings: https://scootstay.test/my-bookings',
  end: new Date('2026-06-13T16:30:00Z'),
  id: '4f2a91bc',
  isCancelled: false,
  location: 'Palm Grove, 4th Block, Koramangala',
  revision: 2,
  start: new Date('2026-06-13T13:30:00Z'),
  title: 'Scooter Ather 450'
}

/** The file as another calendar reads it. */
function parse(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const component = calendar.getFirstSubcomponent('vevent') as ICAL.Component
  const event = new ICAL.Event(component)
  return { calendar, component, event }
}

const MAIL = { from: 'rides@scootstay.test', to: "asha+o'rides#1?@example.test" }

describe('the calendar file of a ride', () => {
  test('that is saved has no method and no participants, which belong to mails', () => {
    const { calendar, component } = parse(calendarFile(ride, NOW))
    expect(calendar.getFirstProperty('method')).toBeNull()
    expect(component.getFirstProperty('organizer')).toBeNull()
    expect(component.getAllProperties('attendee')).toEqual([])
  })

  test.each([
    [false, 'REQUEST', 'CONFIRMED'],
    [true, 'CANCEL', 'CANCELLED']
  ])(
    'in a mail (cancelled: %s) is a %s of the sender to the rider, who need not answer',
    (isCancelled, method, status) => {
      const { calendar, component } = parse(calendarFile({ ...ride, isCancelled }, NOW, MAIL))
      expect(calendar.getFirstPropertyValue('method')).toBe(method)
      expect(component.getFirstPropertyValue('status')).toBe(status)
      const [organizer] = component.getAllProperties('organizer')
      expect(organizer?.getFirstValue()).toBe('mailto:rides@scootstay.test')
      expect(organizer?.getParameter('cn')).toBe('ScootStay')
      const attendees = component.getAllProperties('attendee')
      expect(attendees.map(attendee => attendee.getFirstValue())).toEqual(["mailto:asha+o'rides%231%3F@example.test"])
      expect([attendees[0]?.getParameter('rsvp'), attendees[0]?.getParameter('partstat')]).toEqual([
        'FALSE',
        'ACCEPTED'
      ])
    }
  )

  test('has its times in UTC, its place and a reminder', () => {
    const { calendar, component, event } = parse(calendarFile(ride, NOW))
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect(event.uid).toBe('4f2a91bc@scootstay')
    expect(event.startDate.toJSDate()).toEqual(ride.start)
    expect(event.endDate.toJSDate()).toEqual(ride.end)
    expect(event.sequence).toBe(2)
    expect(event.summary).toBe(ride.title)
    expect(event.location).toBe(ride.location)
    expect(event.description).toBe(ride.description)
    expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED')
    expect(component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-06-12T05:00:00Z')
    const [alarm] = component.getAllSubcomponents('valarm')
    expect(alarm?.getFirstPropertyValue('trigger')?.toString()).toBe('-PT30M')
  })

  test('of a cancelled ride cancels its entry, without a reminder', () => {
    const { component, event } = parse(calendarFile({ ...ride, isCancelled: true, revision: 3 }, NOW))
    expect(component.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(event.sequence).toBe(3)
    expect(event.uid).toBe('4f2a91bc@scootstay')
    expect(component.getAllSubcomponents('valarm')).toEqual([])
  })

  test.each([
    ['separators', 'A; B, C \\ D: "E"'],
    ['lines', 'One\nTwo\r\nThree'],
    ['300 characters', 'Sea Breeze Residency '.repeat(15).slice(0, 300)],
    ['300 letters of other scripts', 'പാം ഗ്രോവ് '.repeat(30)],
    ['emoji', '🛵'.repeat(100)],
    ['an injected entry', 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Other']
  ])('keeps a name with %s', (_, name) => {
    const file = calendarFile({ ...ride, location: name, title: name }, NOW, MAIL)
    const { calendar, event } = parse(file)
    expect(calendar.getAllSubcomponents('vevent')).toHaveLength(1)
    const expected = name.replaceAll('\r\n', '\n')
    expect(event.summary).toBe(expected)
    expect(event.location).toBe(expected)
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  })
})

test('the link to Google Calendar has the same times and texts', () => {
  const url = new URL(googleCalendarUrl({ ...ride, title: 'A & B # C' }))
  expect(url.origin + url.pathname).toBe('https://calendar.google.com/calendar/render')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    action: 'TEMPLATE',
    dates: '20260613T133000Z/20260613T163000Z',
    details: ride.description,
    location: ride.location,
    text: 'A & B # C'
  })
})
