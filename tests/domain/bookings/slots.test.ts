import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ALL_SLOTS, isSlotStart, periodOf } from '#domain/bookings/slots.ts'
import { addMinutes, dayOf, instantAt } from '#domain/time/india-time.ts'

const instants = fc.date({ max: new Date('2099-12-31'), min: new Date('2000-01-01'), noInvalidDate: true })

describe('the half-hour grid', () => {
  test('contains every slot of every day', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...ALL_SLOTS), (now, slot) => {
        const instant = instantAt(dayOf(now), slot)
        expect(isSlotStart(instant)).toBe(true)
        expect(isSlotStart(addMinutes(instant, 1))).toBe(false)
        expect(isSlotStart(new Date(instant.getTime() + 1))).toBe(false)
      })
    )
  })
})

describe('the periods of the day', () => {
  test.each([
    ['00:00', 'Night'],
    ['05:30', 'Night'],
    ['06:00', 'Morning'],
    ['11:30', 'Morning'],
    ['12:00', 'Afternoon'],
    ['17:30', 'Afternoon'],
    ['18:00', 'Evening'],
    ['23:30', 'Evening']
  ])('put %s into the %s', (slot, period) => expect(periodOf(slot)).toBe(period))
})
