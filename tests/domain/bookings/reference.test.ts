import { describe, expect, test } from 'vitest'
import { bookingReference } from '#domain/bookings/rides.ts'

describe('the reference of a booking', () => {
  test.each([
    ['9c1d5e6f7a8b9c0d1e2f3a4b4f2a91bc', '4F2A91BC'],
    ['3f2b8c1e-94d5-4a67-b1c2-7d8e9fa0b1c2', '9FA0B1C2'],
    ['booking_0042', 'KING0042'],
    ['17', '17'],
    ['', '']
  ])('of the id %s is %s', (id, reference) => {
    expect(bookingReference(id)).toBe(reference)
  })
})
