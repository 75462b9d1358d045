import { describe, expect, test } from 'vitest'
import { MESSAGE_KINDS, type MessageKind } from '#domain/outbox/outbox.ts'
import type { BookingFacts, DueMessage } from '#server/outbox/due-messages.ts'
import { messageText } from '#server/outbox/message-text.ts'

// A ride through the last midnight of a year, of which a rider is told before and after.

const seconds = (instant: string) => Date.parse(instant) / 1000
const START = seconds('2026-12-31T23:00+05:30')
const END = seconds('2027-01-01T02:00+05:30')

const RIDE = {
  closed_dates: null,
  closes_at: null,
  opens_at: null,
  paused_until: null,
  weekday_hours: null,
  lead_minutes: null,
  amount: 140,
  cancel_reason: null,
  cancelled_by: 'rider',
  end_at: END,
  is_paid_at_desk: 0,
  in_service: 1,
  kind: 'ride',
  location: 'Koramangala',
  max_ride_hours: 24,
  next_taken: null,
  owed_paise: null,
  paid_at: START - 90 * 24 * 3600,
  paid_paise: 14_000,
  parking_note: null,
  pin_lead_minutes: null,
  property_name: 'Palm Grove',
  refunded_paise: 14_000,
  revision: 1,
  is_scooter_late: null,
  riding_until: null,
  ride_end: END,
  ride_hours: 3,
  ride_id: 'ride',
  ride_start: START,
  scooter_name: 'Ather 450X',
  start_at: START,
  support_phone: null,
  terms: null
} satisfies BookingFacts

/** An extension that is held until after midnight. */
const HELD_UNTIL = seconds('2027-01-01T00:15+05:30')
const HELD: BookingFacts = { ...RIDE, kind: 'extension' }

const messageOf = (kind: MessageKind, booking: BookingFacts, expires: number): DueMessage => ({
  admin_id: null,
  attempts: 0,
  bank_reference: null,
  booking,
  channel: 'mail',
  created_at: 0,
  email: 'r@demo.test',
  expires_at: expires,
  facts: { paise: 14_000, reason: 'slot_lost' },
  id: kind,
  is_due: 1,
  is_reference_awaited: 0,
  rider_name: null,
  kind,
  reminders: 1,
  user_id: 'r'
})

const MESSAGES: Record<MessageKind, DueMessage> = {
  ...(Object.fromEntries(MESSAGE_KINDS.map(kind => [kind, messageOf(kind, RIDE, START)])) as Record<
    MessageKind,
    DueMessage
  >),
  ends_soon: messageOf('ends_soon', RIDE, END),
  hold_lapsing: messageOf('hold_lapsing', HELD, HELD_UNTIL)
}

function sentAt(kind: MessageKind, instant: string): string {
  const { lines, subject } = messageText(MESSAGES[kind], new Date(instant)) ?? { lines: [], subject: '' }
  return [subject, ...lines].join('\n').replaceAll('\u00A0', ' ')
}

describe('a message in November about a ride of the last night of the year', () => {
  const RANGE = 'Thu 31 Dec, 11:00 pm – 2:00 am, Fri 1 Jan 2027 IST'
  test.each<[MessageKind, string[]]>([
    ['booked', [`booked: ${RANGE}`, 'for free until 11:00 pm on Thu 31 Dec IST.']],
    ['cancelled', [RANGE]],
    ['ends_soon', ['ends at 2:00 am on Fri 1 Jan 2027 IST']],
    ['extended', ['Extended until 2:00 am on Fri 1 Jan 2027 IST']],
    [
      'hold_lapsing',
      ['Extension until 2:00 am on Fri 1 Jan 2027 IST.', 'for you until 12:15 am on Fri 1 Jan 2027 IST.']
    ],
    ['payment_lost', [RANGE]],
    ['pin_changed', [RANGE]],
    ['refunded', [RANGE]],
    ['starts_soon', ['starts at 11:00 pm on Thu 31 Dec IST']]
  ])('%s has %j', (kind, times) => {
    for (const time of times) expect(sentAt(kind, '2026-11-10T12:00:00Z')).toContain(time)
  })
})

test('a booking says when its PIN is shown, or that it is', () => {
  const booked = (pin_lead_minutes: number | null, instant: string) =>
    messageText(messageOf('booked', { ...RIDE, pin_lead_minutes }, START), new Date(instant))?.lines.join(' ')
  const before = booked(120, '2026-12-31T20:59+05:30')
  expect(before).toContain('2 hours before the start')
  expect(booked(120, '2026-12-31T21:00+05:30')).toBe(booked(null, '2026-12-31T21:00+05:30'))
  expect(booked(120, '2026-12-31T23:09+05:30')).not.toContain('2 hours')
})

test('a message of the day of a time names its zone only, and one of the next year the year before', () => {
  expect(sentAt('ends_soon', '2027-01-01T01:50+05:30')).toContain('ends at 2:00 am IST')
  expect(sentAt('starts_soon', '2026-12-31T22:30+05:30')).toContain('starts at 11:00 pm IST')
  expect(sentAt('refunded', '2027-01-05T12:00Z')).toContain('Thu 31 Dec 2026, 11:00 pm – 2:00 am, Fri 1 Jan IST')
})

test('no message has a time without its zone', () => {
  const moments = ['2026-11-10T12:00Z', '2026-12-31T22:30+05:30', '2027-01-01T01:50+05:30']
  const sent = MESSAGE_KINDS.flatMap(kind => moments.map(instant => sentAt(kind, instant))).join('\n')
  expect(sent).toMatch(/\d:\d\d [ap]m[^.\n]* IST/)
  expect(sent).not.toMatch(/\d:\d\d [ap]m(?![^.\n]* IST)/)
})
