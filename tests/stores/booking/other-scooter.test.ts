// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { createHourlyBooking, getAvailability } from '#contract/bookings/create-booking.ts'
import { listFreeScooters } from '#contract/bookings/free-scooters.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { refusalFault, serverError } from '#tests/helpers/servers/fault-server.ts'
import { advanceTime, mountStores, server } from '#tests/stores/browser-tab.ts'
import { openLoadedPage, setUpRiderPage } from './page.ts'

// Another scooter at the very time, where the chosen one is taken. It is 2:40 pm on a Monday in India.

setUpRiderPage()
beforeEach(() => server.answer(getAvailability, { busy: [] }))

const blue = (id: number, free: boolean) => ({ free, id, name: `Blue ${id}` })

async function openPage() {
  const page = { ...(await openLoadedPage()), ...(await import('#stores/booking/other-scooter.ts')) }
  mountStores(page.$otherScooter)
  return page
}

async function loseRace({ $slot, book, chooseOffer, chooseSlot }: Awaited<ReturnType<typeof openPage>>) {
  chooseSlot('18:00')
  chooseOffer('plan-2')
  server.fail(createHourlyBooking, refusalFault('booking_conflict', bookingText.bookingConflict))
  await Promise.all([book(), advanceTime(100)])
  await advanceTime(100)
  expect($slot.get()).toBeNull()
}

test('after a lost race it is the first by name that is free, for the same ride', async () => {
  server.answer(listFreeScooters, [blue(7, true), blue(8, false), blue(9, true), blue(10, true)])
  const page = await openPage()
  expect(server.requestCount(listFreeScooters)).toBe(0)
  await loseRace(page)
  expect(server.requestsTo(listFreeScooters).map(({ path, query }) => [path, query])).toEqual([
    ['/api/properties/1/free', { hours: '3', start: '2026-06-15T12:30:00.000Z' }]
  ])
  expect(page.$otherScooter.get()).toEqual({
    name: 'Blue 9',
    path: '/booking/9?date=2026-06-15&time=18%3A00&hours=3&offer=plan-2'
  })
  page.chooseSlot('20:00')
  expect(page.$otherScooter.get()).toBeNull()
})

test('there is none if none is free, if it is not known, and if the time has passed', async () => {
  server.answer(listFreeScooters, [blue(7, true), blue(8, false)])
  const page = await openPage()
  await loseRace(page)
  expect(page.$otherScooter.get()).toBeNull()
  server.answer(listFreeScooters, [blue(8, true)])
  page.chooseOffer('plan-1')
  await advanceTime(100)
  expect(page.$otherScooter.get()?.name).toBe('Blue 8')
  server.fail(listFreeScooters, serverError)
  page.chooseOffer('plan-2')
  await advanceTime(2000)
  expect(page.$otherScooter.get()).toBeNull()
  server.clearFaults()
  page.chooseOffer('plan-1')
  await advanceTime(100)
  expect(page.$otherScooter.get()?.name).toBe('Blue 8')
  await advanceTime(3 * 60 * 60_000)
  expect(page.$otherScooter.get()).toBeNull()
})
