import { describe, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { rideActions } from '#stores/my-bookings/manage-ride/panel.ts'

// 7:44 pm in India. The ride starts at 8:30 pm and ends at 9:30 pm.
const NOW = new Date('2026-06-15T14:14:00Z')
const START = new Date('2026-06-15T15:00:00Z')
const END = new Date('2026-06-15T16:00:00Z')

const ride = {
  end_time: END.toISOString(),
  id: 'b1',
  payment_status: 'Completed',
  scooter: { id: 's1', name: 'Ather' },
  start_time: START.toISOString(),
  support_phone: '919845012345'
} as Booking

const online = (now: Date, more: object = {}) =>
  rideActions({ ...ride, ...more }, { hasReminders: false, isOffline: false, now })
const offline = (now: Date, more: object = {}) =>
  rideActions({ ...ride, ...more }, { hasReminders: false, isOffline: true, now })

const extension = {
  amount: 50,
  end_time: END.toISOString(),
  expires_at: END.toISOString(),
  id: 'e1',
  is_settling: false
}

describe('the panel of a ride', () => {
  test('before the start offers the calendar, to extend, help and cancel', () => {
    expect(online(NOW)).toEqual(['calendar', 'extend', 'help', 'receipt', 'cancel'])
    expect(online(addMinutes(START, -31))).toEqual(['calendar', 'extend', 'help', 'receipt', 'cancel'])
  })
  test('from 30 minutes before the start until the end, a problem can be reported', () => {
    expect(online(addMinutes(START, -30))).toEqual(['calendar', 'extend', 'problem', 'receipt', 'cancel'])
    expect(offline(addMinutes(START, -30))).toEqual(['calendar', 'extend', 'problem', 'contact', 'cancel'])
    expect(online(addMinutes(END, -1))).toEqual(['problem', 'receipt'])
  })
  test('a problem can be reported until a late ride is returned', () => {
    const late = { is_late: true, return_until: addMinutes(END, 60).toISOString() }
    expect(online(addMinutes(END, 59), late)).toEqual(['problem', 'contact', 'receipt', 'book_again'])
    expect(online(addMinutes(END, 60), late)).toEqual(['contact', 'receipt', 'book_again'])
    expect(online(addMinutes(END, 59), { ...late, is_late: false })).not.toContain('problem')
  })
  test('from the start on offers no cancellation; the card has the return and the extension', () => {
    expect(online(START)).toEqual(['problem', 'receipt'])
    expect(online(END)).toEqual(['help', 'receipt'])
  })
  test('after the end leads to support directly, and to the next booking', () => {
    expect(online(addMinutes(END, 60))).toEqual(['contact', 'receipt', 'book_again'])
  })
  test('offers the extension first until an hour after the end', () => {
    expect(online(addMinutes(END, 1))).toEqual(['extend', 'contact', 'receipt', 'book_again'])
    expect(online(new Date(addMinutes(END, 60).getTime() - 1))).toEqual(['extend', 'contact', 'receipt', 'book_again'])
  })
  test('offers no extension of a returned ride', () => {
    expect(online(addMinutes(END, 1), { returned_at: END.toISOString() })).toEqual(['contact', 'receipt', 'book_again'])
  })
  test('offers no second extension while one is unpaid', () => {
    expect(online(NOW, { extension })).toEqual(['calendar', 'help', 'receipt', 'cancel'])
    expect(online(addMinutes(END, 1), { extension })).toEqual(['contact', 'receipt', 'book_again'])
  })
  test.each([
    ['Cancelled', ['contact', 'receipt', 'book_again']],
    ['Refunded', ['contact', 'book_again']]
  ])('of a %s booking leads to support and to the next booking', (payment_status, actions) => {
    expect(online(NOW, { payment_status })).toEqual(actions)
    expect(online(START, { payment_status })).toEqual(actions)
  })
  test('offline leads to a call at once, and keeps the order of the rest', () => {
    expect(offline(NOW)).toEqual(['calendar', 'extend', 'contact', 'cancel'])
    expect(offline(START)).toEqual(['problem', 'contact'])
    expect(offline(addMinutes(END, 60))).toEqual(['contact', 'book_again'])
  })
  test('without a support number keeps the steps about the PIN, also offline', () => {
    expect(online(NOW, { support_phone: null })).toEqual(['calendar', 'extend', 'help', 'receipt', 'cancel'])
    expect(offline(NOW, { support_phone: null })).toEqual(['calendar', 'extend', 'help', 'cancel'])
    expect(online(addMinutes(END, 60), { support_phone: null })).toEqual(['receipt', 'book_again'])
  })
  test('offers reminders until the ride has ended, on a device that can show them', () => {
    const onPhone = (now: Date, more: object = {}) =>
      rideActions({ ...ride, ...more }, { hasReminders: true, isOffline: false, now })
    expect(onPhone(NOW)).toEqual(['calendar', 'extend', 'remind', 'help', 'receipt', 'cancel'])
    expect(onPhone(START)).toEqual(['remind', 'problem', 'receipt'])
    expect(onPhone(addMinutes(END, 1))).toEqual(['extend', 'contact', 'receipt', 'book_again'])
    expect(onPhone(NOW, { payment_status: 'Cancelled' })).toEqual(['contact', 'receipt', 'book_again'])
  })
  test('has the papers of the scooter while the server sends them, also without a network', () => {
    const papers = { ends: [], registration_number: 'KA05AB1234' }
    expect(online(NOW, { papers })).toEqual(['calendar', 'extend', 'help', 'papers', 'receipt', 'cancel'])
    expect(offline(START, { papers })).toEqual(['problem', 'contact', 'papers'])
    expect(online(addMinutes(END, 1), { papers })).toEqual(['extend', 'contact', 'papers', 'receipt', 'book_again'])
  })
  test('offers no new booking of a scooter that the backend does not name', () => {
    expect(online(addMinutes(END, 60), { scooter: null })).toEqual(['contact', 'receipt'])
  })
})
