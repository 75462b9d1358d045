import { expect, test } from 'vitest'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import { shownAt } from '#stores/home/next-ride.ts'

// 7 to 8 pm in India; the PIN appears at 6:30 pm, and the ride can be returned until 9 pm.
const hold = { until: '2026-06-15T13:00:00Z' }
const ahead = {
  ahead: '',
  end: '2026-06-15T14:30:00Z',
  pinFrom: '2026-06-15T13:00:00Z',
  start: '2026-06-15T13:30:00Z',
  until: '2026-06-15T14:30:00Z'
}
const begun = { ...ahead, ahead: undefined, pinFrom: undefined, ride: '7', until: '2026-06-15T15:30:00Z' }

const STAYS = { isOutdated: false, isOver: false, isPinDue: false, isReturnKept: false }
const GOES = { isOutdated: true, isOver: true }

test.each([
  ['a hold', hold, '12:59:59', { ...STAYS, time: '0:01 left' }],
  ['a hold that has ended', hold, '13:00:00', GOES],
  ['a ride ahead', ahead, '12:59:59', { ...STAYS, time: 'Starts 7:00\u00a0pm' }],
  ['a ride whose PIN appears', ahead, '13:00:00', { ...STAYS, isPinDue: true }],
  ['a ride that starts', ahead, '13:30:00', { isOutdated: true, isOver: false, time: '1 h left' }],
  ['a ride under way', begun, '13:30:00', { ...STAYS, time: '1 h left' }],
  ['a ride to return', begun, '14:30:00', { ...STAYS, time: 'Your ride ended at 8:00\u00a0pm' }],
  ['a ride that nobody can return any more', begun, '15:30:00', GOES]
])('%s on Home', (_, row, time, shown) => {
  expect(shownAt(new Date(`2026-06-15T${time}Z`), row, null)).toMatchObject(shown)
})

test('a ride whose return waits on the device says so on Home, no other', () => {
  const now = new Date('2026-06-15T13:30:00Z')
  const kept = JSON.stringify([{ account: '1', id: '17' }])
  expect(shownAt(now, { ...begun, ride: '17' }, kept)).toMatchObject({
    isReturnKept: true,
    time: rideCardText.returnSentLater
  })
  for (const row of [begun, { ...begun, ride: undefined }, ahead, hold])
    expect(shownAt(now, row, kept)).toMatchObject({ isReturnKept: false })
})
