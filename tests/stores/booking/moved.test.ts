// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { profileNotLoaded, scooterNotFound } from '#messages/booking/booking.ts'
import { advanceTime, errorReply, hangingReply, json } from '#tests/helpers/servers/api-server.ts'
import { network, requestsTo } from '#tests/stores/rider-tab.ts'
import { errandRun, openLoadedPage, quickHop, setUpRiderPage } from './page.ts'

const asha = { email: 'r@demo.test', name: 'Asha', phone: '098450 12345', property_id: 1 }
const know = (property_id: number | null) =>
  localStorage.setItem('knownProfile', JSON.stringify({ account: 'rider', profile: { ...asha, property_id } }))

let deliver: (reply: Response) => Promise<void>

setUpRiderPage()
beforeEach(() => {
  vi.stubGlobal('location', { ...location(), replace: () => undefined })
  network.replies['/api/profile'] = () =>
    new Promise(resolve => {
      deliver = async reply => {
        resolve(reply)
        await advanceTime(20)
      }
    })
})

const location = () => ({
  href: 'http://localhost/booking/7',
  pathname: '/booking/7',
  protocol: 'http:',
  search: ''
})

describe('the booking page with a cached profile', () => {
  test('shows offers before the profile loads, and then the updated profile', async () => {
    know(1)
    const { $bookingPage, $offers } = await openLoadedPage()
    expect($bookingPage.get()).toMatchObject({ profile: { phone: asha.phone } })
    expect($offers.get()).toHaveLength(2)
    await deliver(json({ ...asha, phone: '1' }))
    expect($bookingPage.get()?.profile.phone).toBe('1')
    expect(requestsTo('/api/properties/1/scooters')).toHaveLength(1)
  })

  test('keeps the plan that was selected meanwhile, even if the URL contains another', async () => {
    know(1)
    vi.stubGlobal('location', { ...location(), search: '?hours=3' })
    const { $offer, chooseOffer } = await openLoadedPage()
    expect($offer.get()?.hours).toBe(3)
    chooseOffer('plan-1')
    await deliver(json(asha))
    expect($offer.get()?.key).toBe('plan-1')
  })

  test("hides a scooter of the rider's previous property and shows an error", async () => {
    know(1)
    network.replies['/api/properties/2/scooters'] = () => json([{ id: 9, name: 'Vida', status: 'Available' }])
    const { $bookingPage, carried } = await openLoadedPage()
    expect($bookingPage.get()).not.toBeNull()
    await deliver(json({ ...asha, property_id: 2 }))
    expect($bookingPage.get()).toBeNull()
    expect(carried()).toContain(scooterNotFound)
  })

  test('ignores a late response of the previous property', async () => {
    know(1)
    let answer = (_: Response) => {}
    network.replies['/api/properties/1/scooters'] = () =>
      new Promise(resolve => {
        answer = resolve
      })
    network.replies['/api/properties/2/scooters'] = hangingReply
    const { $bookingPage } = await openLoadedPage()
    await deliver(json({ ...asha, property_id: 2 }))
    answer(json([{ id: 7, name: 'Ather', property_id: 1, status: 'Available' }]))
    await advanceTime(20)
    expect($bookingPage.get()).toBeNull()
  })

  test('shows only plans and rates of the new property, even when its plans fail to load', async () => {
    know(1)
    network.replies['/api/properties/2/scooters'] = () => json([{ id: 7, name: 'Ather', status: 'Available' }])
    network.replies['/api/properties/2/pricing'] = () =>
      json({ hourly_1: 70, hourly_12: 480, hourly_3: 150, hourly_6: 280 })
    network.replies['/api/properties/2/pricing-plans'] = () => errorReply('No', 500)
    const { $hasPlans, $offers, $rates } = await openLoadedPage()
    expect($offers.get().map(({ name }) => name)).toEqual([quickHop.name, errandRun.name])
    await deliver(json({ ...asha, property_id: 2 }))
    expect([$hasPlans.get(), $rates.get().hourly_1]).toEqual([false, 70])
  })

  test('loads the property after the profile when none is cached', async () => {
    know(null)
    const { $bookingPage } = await openLoadedPage()
    expect([$bookingPage.get(), requestsTo('/api/properties/1/scooters')]).toEqual([null, []])
    await deliver(json(asha))
    expect($bookingPage.get()?.scooter.id).toBe('7')
  })

  test('opens the booking when the profile fails to load and a cached one exists', async () => {
    know(1)
    const { $bookingPage, carried } = await openLoadedPage()
    await deliver(errorReply('No', 500))
    expect($bookingPage.get()?.scooter.id).toBe('7')
    expect(carried()).not.toContain(profileNotLoaded)
  })

  test('does not report a missing scooter before the profile loads', async () => {
    know(2)
    network.replies['/api/properties/2/scooters'] = () => json([])
    const { $bookingPage, carried } = await openLoadedPage()
    expect(carried()).toBe('')
    await deliver(json(asha))
    expect($bookingPage.get()?.scooter.id).toBe('7')
    expect(carried()).toBe('')
  })
})

test('the booking page loads a scooter whose id is encoded in the path', async () => {
  vi.stubGlobal('location', { ...location(), pathname: '/booking/a%20b' })
  network.replies['/api/properties/1/scooters'] = () => json([{ id: 'a b', name: 'Ather', status: 'Available' }])
  const { $bookingPage } = await openLoadedPage()
  await deliver(json(asha))
  expect($bookingPage.get()?.scooter.name).toBe('Ather')
  expect(requestsTo('/api/scooters/a%20b/availability')).not.toEqual([])
})
