// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { bookAtDesk, getDeskOffer } from '#contract/bookings/desk-booking.ts'
import { listRiders } from '#contract/riders/admin-riders.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { refusalFault, serverError } from '#tests/helpers/servers/fault-server.ts'
import { asha, booking, openTab } from '#tests/stores/admin/page.ts'
import { mountStores, server, setUpBrowserTab, waitForTask, waitUntil } from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

const SCOOTERS = [
  { id: 's1', is_free: false, name: 'Blue 1' },
  { id: 's2', is_free: true, name: 'Blue 2' }
]
const RIDER = { id: '5', name: 'Asha Rao', phone: '1', property_id: null }
const QUOTE = { bends: [], booking: null, end_time: '2099-06-15T10:00:00Z', price: 140 }

type Sent = { amount: number; bends: string[]; dry_run?: boolean; id: string; price: number; start_time: string }
const pressed = () =>
  server
    .requestsTo(bookAtDesk)
    .map(({ body }) => body as Sent)
    .filter(body => !body.dry_run)

async function opened() {
  await openTab('bookings')
  server.answer(getDeskOffer, { hours: 3, scooters: SCOOTERS })
  server.answer(listRiders, [asha])
  server.answer(bookAtDesk, QUOTE)
  const store = await import('#stores/admin/bookings/new-booking.ts')
  const booked: unknown[] = []
  mountStores(store.$priceLine, store.$bends, store.$needsReason, store.$obstacle, store.newBookingForm.$fields)
  store.openNewBooking(async made => void booked.push(made))
  store.chooseRider(RIDER)
  await waitUntil(() => store.$priceLine.get() !== '')
  return { ...store, booked, set: store.newBookingForm.setField }
}

test('the first free scooter, the shortest offer and the price are filled in, and a typed amount stays', async () => {
  const { $needsReason, $priceLine, newBookingForm, set } = await opened()
  const { $fields } = newBookingForm
  expect($fields.get()).toMatchObject({ amount: '140', hours: '3', pay: 'cash', scooter_id: 's2', start: 'now' })
  expect($needsReason.get()).toBe(false)
  set('amount', '100')
  expect($needsReason.get()).toBe(true)
  server.answer(bookAtDesk, { ...QUOTE, price: 200 })
  set('hours', '4')
  await waitUntil(() => $priceLine.get().startsWith('₹200'))
  expect($fields.get().amount).toBe('100')
})

test('a refusal keeps what was typed and shows what has changed; the next press is the same booking', async () => {
  const { book, booked, newBookingForm, set, $bends, $isNewBookingOpen } = await opened()
  set('reason', 'Walk-in')
  server.answer(bookAtDesk, { ...QUOTE, bends: ['buffer'], price: 150 })
  server.fail(bookAtDesk, refusalFault('desk_changed', deskText.changed), 1)
  await waitForTask(book())
  await waitUntil(() => $bends.get().length > 0)
  expect(newBookingForm.$formError.get()).toBe(deskText.changed)
  expect(newBookingForm.$fields.get()).toMatchObject({ amount: '150', reason: 'Walk-in' })
  server.answer(bookAtDesk, { ...QUOTE, bends: ['buffer'], booking, price: 150 })
  await waitForTask(book())
  const [first, second] = pressed()
  expect([first?.bends, second?.bends, second?.price]).toEqual([[], ['buffer'], 150])
  expect(second?.id).toBe(first?.id)
  expect([booked.length, $isNewBookingOpen.get()]).toEqual([1, false])
})

test('a price that the form has filled in follows the ride, also after something was in the way', async () => {
  const { $obstacle, $priceLine, changeRider, chooseRider, newBookingForm, set } = await opened()
  server.fail(bookAtDesk, refusalFault('own_ride_overlaps', bookingText.overlappingOwnRide), 1)
  set('scooter_id', 's1')
  await waitUntil(() => $obstacle.get() !== null)
  changeRider()
  server.answer(bookAtDesk, { ...QUOTE, price: 360 })
  set('hours', '12')
  chooseRider(RIDER)
  await waitUntil(() => $priceLine.get().startsWith('₹360'))
  expect(newBookingForm.$fields.get().amount).toBe('360')
})

test('the price of an earlier choice, which arrives later, is not shown', async () => {
  const { $priceLine, set } = await opened()
  server.fail(bookAtDesk, { kind: 'slow' }, 1)
  set('scooter_id', 's1')
  await waitUntil(() => server.hasSlowRequests())
  server.answer(bookAtDesk, { ...QUOTE, price: 200 })
  set('hours', '4')
  await waitUntil(() => $priceLine.get().startsWith('₹200'))
  server.answer(bookAtDesk, { ...QUOTE, price: 90 })
  server.release()
  await waitForTask(null)
  expect($priceLine.get()).toMatch(/^₹200/)
})

test('a press books the day that the form shows, not the one whose price was loaded', async () => {
  const { book, set } = await opened()
  set('date', '2099-06-15')
  await waitForTask(book())
  expect(pressed().map(({ start_time }) => start_time.slice(0, 10))).toEqual(['2099-06-15'])
})

test('without an answer the next press asks for the same booking', async () => {
  const { book, booked, newBookingForm } = await opened()
  server.fail(bookAtDesk, serverError, 1)
  await waitForTask(book())
  expect(newBookingForm.$formError.get()).not.toBeNull()
  server.answer(bookAtDesk, { ...QUOTE, booking })
  await waitForTask(book())
  const [first, second] = pressed()
  expect(second).toEqual(first)
  expect(booked).toHaveLength(1)
})

test('what riders read as "you" is said of the rider', async () => {
  const { $obstacle, set } = await opened()
  server.fail(bookAtDesk, refusalFault('own_ride_overlaps', bookingText.overlappingOwnRide), 1)
  set('scooter_id', 's1')
  await waitUntil(() => $obstacle.get() !== null)
  expect($obstacle.get()).toBe(deskText.OF_RIDER.own_ride_overlaps)
})
