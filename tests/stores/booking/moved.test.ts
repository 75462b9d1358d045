// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { getPropertyPricing, listPropertyPlans, listPropertyScooters } from '#contract/catalogue/catalogue.ts'
import { getProfile } from '#contract/riders/profile.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { at, errorFault } from '#tests/helpers/servers/fault-server.ts'
import { advanceTime, carriedToasts, openPage, server } from '#tests/stores/browser-tab.ts'
import { asha, ather, errandRun, openLoadedPage, quickHop, rates, setUpRiderPage } from './page.ts'

const know = (property_id: number | null) =>
  localStorage.setItem('knownProfile', JSON.stringify({ account: 'user-token', profile: { ...asha, property_id } }))

const LAKE_VIEW = { property_id: '2' }
const scootersOfLakeView = at(listPropertyScooters, LAKE_VIEW)

let answerProfile: ReturnType<typeof server.answerLater<typeof getProfile>>

setUpRiderPage()
beforeEach(() => {
  answerProfile = server.answerLater(getProfile)
})

async function deliver(answer: Parameters<typeof answerProfile>[0]) {
  answerProfile(answer)
  await advanceTime(20)
}

describe('the booking page with a cached profile', () => {
  test('shows offers before the profile loads, and then the updated profile', async () => {
    know(1)
    const { $bookingPage, $offers } = await openLoadedPage()
    expect($bookingPage.get()).toMatchObject({ profile: { phone: asha.phone } })
    expect($offers.get()).toHaveLength(2)
    await deliver({ body: { ...asha, phone: '1' } })
    expect($bookingPage.get()?.profile.phone).toBe('1')
    expect(server.requestCount(listPropertyScooters)).toBe(1)
  })

  test('keeps the plan that was selected meanwhile, even if the URL contains another', async () => {
    know(1)
    openPage('/booking/7?hours=3', 'rider')
    const { $offer, chooseOffer } = await openLoadedPage()
    expect($offer.get()?.hours).toBe(3)
    chooseOffer('plan-1')
    await deliver({ body: asha })
    expect($offer.get()?.key).toBe('plan-1')
  })

  test("hides a scooter of the rider's previous property and shows an error", async () => {
    know(1)
    server.answer(scootersOfLakeView, [{ id: 9, name: 'Vida', status: 'Available' }])
    const { $bookingPage } = await openLoadedPage()
    expect($bookingPage.get()).not.toBeNull()
    await deliver({ body: { ...asha, property_id: 2 } })
    expect($bookingPage.get()).toBeNull()
    expect(carriedToasts()).toContain(bookingText.scooterNotFound)
  })

  test('ignores a late response of the previous property', async () => {
    know(1)
    const answerLate = server.answerLater(listPropertyScooters)
    server.fail(scootersOfLakeView, { kind: 'hangs' })
    const { $bookingPage } = await openLoadedPage()
    await deliver({ body: { ...asha, property_id: 2 } })
    answerLate({ body: [ather] })
    await advanceTime(20)
    expect($bookingPage.get()).toBeNull()
  })

  test('shows only plans and rates of the new property, even when its plans fail to load', async () => {
    know(1)
    server.answer(scootersOfLakeView, [ather])
    server.answer(at(getPropertyPricing, LAKE_VIEW), { ...rates, hourly_1: 70 })
    server.fail(at(listPropertyPlans, LAKE_VIEW), errorFault('No', 500))
    const { $hasPlans, $offers, $rates } = await openLoadedPage()
    expect($offers.get().map(({ name }) => name)).toEqual([quickHop.name, errandRun.name])
    await deliver({ body: { ...asha, property_id: 2 } })
    expect([$hasPlans.get(), $rates.get().hourly_1]).toEqual([false, 70])
  })

  test('loads the property after the profile when none is cached', async () => {
    know(null)
    const { $bookingPage } = await openLoadedPage()
    expect([$bookingPage.get(), server.requestsTo(listPropertyScooters)]).toEqual([null, []])
    await deliver({ body: asha })
    expect($bookingPage.get()?.scooter.id).toBe('7')
  })

  test('opens the booking when the profile fails to load and a cached one exists', async () => {
    know(1)
    const { $bookingPage } = await openLoadedPage()
    await deliver(errorFault('No', 500))
    expect($bookingPage.get()?.scooter.id).toBe('7')
    expect(carriedToasts()).not.toContain(bookingText.profileNotLoaded)
  })

  test('does not report a missing scooter before the profile loads', async () => {
    know(2)
    server.answer(scootersOfLakeView, [])
    const { $bookingPage } = await openLoadedPage()
    expect(carriedToasts()).toEqual([])
    await deliver({ body: asha })
    expect($bookingPage.get()?.scooter.id).toBe('7')
    expect(carriedToasts()).toEqual([])
  })
})

test('the booking page loads a scooter whose id is encoded in the path', async () => {
  openPage('/booking/a%20b', 'rider')
  server.answer(listPropertyScooters, [{ id: 'a b', name: 'Ather', status: 'Available' }])
  const { $bookingPage } = await openLoadedPage()
  await deliver({ body: asha })
  expect($bookingPage.get()?.scooter.name).toBe('Ather')
  expect(server.requestedPaths()).toContain('/api/scooters/a%20b/availability')
})
