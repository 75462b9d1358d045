// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listFreeScooters } from '#contract/bookings/free-scooters.ts'
import {
  getPropertyPricing,
  listProperties,
  listPropertyPlans,
  listPropertyScooters
} from '#contract/catalogue/catalogue.ts'
import { getProfile } from '#contract/riders/profile.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { refusalFault, serverError } from '#tests/helpers/servers/fault-server.ts'
import {
  advanceTime,
  leavePage,
  mountStores,
  onLeave,
  openPage,
  saveOnDevice,
  server,
  setUpBrowserTab,
  tokenOf
} from '#tests/stores/browser-tab.ts'

// The scooters of Home at a chosen time. It is 2:40 pm on a Monday in India.

const PLAN = { available_days: ['monday' as const], cost: 140, hours: 3, id: 2, is_active: true, name: 'Errand Run' }
const HOP = { ...PLAN, cost: 50, hours: 1, id: 1, name: 'Quick Hop' }
const scooters = [
  { id: 1, name: 'Blue 1', property_id: 7, status: 'Available' as const },
  { bookable_later: true, id: 2, name: 'Blue 2', property_id: 7, status: 'Booked' as const },
  { id: 3, name: 'Blue 3', property_id: 7, status: 'Available' as const }
]
const at = (id: number, fields: { free?: boolean; next_free_at?: string } = {}) => ({
  free: false,
  id,
  name: `Blue ${id}`,
  ...fields
})

const questions = () => server.requestsTo(listFreeScooters).map(({ query }) => query)
const callsDone = () => advanceTime(50)

async function openWhen() {
  const home = await import('#stores/home/home.ts')
  const when = await import('#stores/home/when.ts')
  const [times, offers] = [await import('#stores/booking/times.ts'), await import('#stores/booking/offers.ts')]
  mountStores(home.$scooters)
  await callsDone()
  mountStores(when.$scootersAtTime, when.$free, when.$blockAtTime)
  await callsDone()
  const shown = () => when.$scootersAtTime.get().map(({ scooter }) => scooter.name)
  const known = () => {
    const free = when.$free.get()
    if (!when.isKnown(free)) throw new Error(`no answer: ${free}`)
    return free
  }
  return { ...home, ...offers, ...times, ...when, known, shown }
}

setUpBrowserTab()
beforeEach(() => {
  openPage('/', 'rider')
  server.answer(getProfile, { email: 'r@demo.test', name: 'Asha', phone: '1', property_id: 7 })
  server.answer(listProperties, [{ id: 7, location: 'Kochi', name: 'Palm Grove' }])
  server.answer(getPropertyPricing, { hourly_1: 60, hourly_12: 480, hourly_3: 150, hourly_6: 280 })
  server.answerTo(listPropertyPlans, ({ query: { booking_date } }) => ({
    body: { pricing_plans: booking_date === '2026-06-16' ? [] : [PLAN, HOP] }
  }))
  server.answer(listPropertyScooters, scooters)
  server.answer(listFreeScooters, [at(1), at(2, { next_free_at: '2026-06-15T11:00:00Z' }), at(3, { free: true })])
})

test('it asks once for the first start and the shortest plan, and shows the free ones first', async () => {
  const { $freeCount, known, shown } = await openWhen()
  expect(questions()).toEqual([{ hours: '1', start: '2026-06-15T10:00:00.000Z' }])
  expect(shown()).toEqual(['Blue 3', 'Blue 2', 'Blue 1'])
  expect([known().offer.cost, $freeCount.get()]).toEqual([50, 1])
})

test('until another time is answered, nothing is said about it', async () => {
  const { $free, chooseSlot, known } = await openWhen()
  const answerLate = server.answerLater(listFreeScooters)
  chooseSlot('18:00')
  await callsDone()
  expect($free.get()).toBe('loading')
  answerLate({ body: [at(1, { free: true })] })
  await callsDone()
  expect(known().ride.start.toISOString()).toBe('2026-06-15T12:30:00.000Z')
})

test('another date keeps the hours, at its own price', async () => {
  const { $offer, chooseDay, chooseOffer, known } = await openWhen()
  chooseOffer('plan-2')
  await callsDone()
  chooseDay('2026-06-16')
  expect($offer.get()?.hours).toBe(3)
  await callsDone()
  expect(known().offer).toMatchObject({ cost: 150, hours: 3, key: 'hours-3' })
  expect(questions().at(-1)).toEqual({ hours: '3', start: '2026-06-16T10:00:00.000Z' })
})

test('if none is free, the first time of any of them can be chosen, also tomorrow', async () => {
  server.answer(listFreeScooters, [at(1, { next_free_at: '2026-06-15T19:30:00Z' }), at(2), at(3)])
  const { $day, $slot, chooseStart, known, nextFreeStart } = await openWhen()
  const next = nextFreeStart(known())
  if (!next) throw new Error('no next time')
  chooseStart(next)
  expect([$day.get(), $slot.get()]).toEqual(['2026-06-16', '01:00'])
})

describe('after Back, Home', () => {
  /** Chooses a time and leaves Home for another page. */
  async function chooseAndLeave(choose: (page: Awaited<ReturnType<typeof openWhen>>) => void): Promise<void> {
    saveOnDevice('user', tokenOf('asha'))
    const page = await openWhen()
    page.toggleWhen()
    choose(page)
    await callsDone()
    leavePage()
  }
  const chooseEvening = (page: Awaited<ReturnType<typeof openWhen>>) => {
    page.chooseOffer('plan-2')
    page.chooseDay('2026-06-16')
    page.chooseSlot('18:00')
  }
  afterEach(() => history.replaceState(null, ''))

  test('has the time that was chosen', async () => {
    await chooseAndLeave(chooseEvening)
    const { $isWhenOpen, known } = await openWhen()
    expect($isWhenOpen.get()).toBe(true)
    expect(known().ride.start.toISOString()).toBe('2026-06-16T12:30:00.000Z')
    expect(known().offer.hours).toBe(3)
  })

  test('says that the chosen time has passed meanwhile', async () => {
    await chooseAndLeave(({ chooseSlot }) => chooseSlot('15:30'))
    await advanceTime(30 * 60_000)
    const { $free, $slot, $timeNotice } = await openWhen()
    expect([$free.get(), $slot.get(), $timeNotice.get()]).toEqual([null, null, bookingText.timeCleared])
  })

  test('has the first time of today if the chosen date has passed', async () => {
    await chooseAndLeave(({ chooseSlot }) => chooseSlot('18:00'))
    await advanceTime(24 * 60 * 60_000)
    const { $day, $slot } = await openWhen()
    expect([$day.get(), $slot.get()]).toEqual(['2026-06-16', '15:30'])
  })

  test('has no time if the choice was closed', async () => {
    await chooseAndLeave(({ chooseDay, toggleWhen }) => {
      chooseDay('2026-06-16')
      toggleWhen()
      chooseDay('2026-06-17')
    })
    const { $day, $isWhenOpen } = await openWhen()
    expect([$isWhenOpen.get(), $day.get()]).toEqual([false, '2026-06-15'])
  })

  test('has no time of an earlier session', async () => {
    await chooseAndLeave(chooseEvening)
    saveOnDevice('user', tokenOf('asha', 2))
    const { $day, $isWhenOpen } = await openWhen()
    expect([$isWhenOpen.get(), $day.get()]).toEqual([false, '2026-06-15'])
  })
})

test('a chosen time that passes is cleared, and the scooters are shown as they are now', async () => {
  const { $free, $freeCount, $timeNotice } = await openWhen()
  await advanceTime(21 * 60_000)
  expect([$free.get(), $freeCount.get(), $timeNotice.get()]).toEqual([null, null, bookingText.timeCleared])
})

test('a time that the server refuses is cleared, and its reason is shown', async () => {
  server.fail(listFreeScooters, refusalFault('start_too_soon', bookingText.startTooSoon('4:00 pm')))
  const { $free, $slot, $timeError } = await openWhen()
  expect([$free.get(), $slot.get(), $timeError.get()]).toEqual([null, null, bookingText.startTooSoon('4:00 pm')])
})

test.each([
  ['the times', listFreeScooters],
  ['the plans', listPropertyPlans],
  ['the rates', getPropertyPricing]
])('if %s fail to load, nothing is offered before another try', async (_, endpoint) => {
  server.fail(endpoint, serverError)
  const { $free, known, retry } = await openWhen()
  await advanceTime(2000)
  expect($free.get()).toBe('failed')
  server.clearFaults()
  const shown: unknown[] = []
  onLeave($free.listen(free => shown.push(free)))
  retry()
  expect($free.get()).toBe('loading')
  await callsDone()
  expect(known().scooters).toHaveLength(3)
  expect(shown).not.toContain('failed')
})

test('a failed refresh keeps what is known', async () => {
  const { known } = await openWhen()
  server.fail(listFreeScooters, serverError)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await advanceTime(2000)
  expect(questions().length).toBeGreaterThan(1)
  expect(known().scooters).toHaveLength(3)
})

test('a licence that ends before the ride is said once for all, and not again if Home says it', async () => {
  const blocked = scooters.map(({ id, name }) => ({ ...at(id), booking_block: 'license_expired' as const, name }))
  server.answer(listFreeScooters, blocked)
  const { $blockAtTime, $scooters, scooterList } = await openWhen()
  expect($blockAtTime.get()).toBe('license_expired')
  const listed = scooterList($scooters.get()) ?? []
  $scooters.set(listed.map(each => ({ ...each, booking_block: 'license_expired' as const })))
  expect($blockAtTime.get()).toBeNull()
})
