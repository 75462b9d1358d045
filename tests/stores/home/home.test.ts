// @vitest-environment jsdom
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  getPropertyPricing,
  listProperties,
  listPropertyPlans,
  listPropertyScooters
} from '#contract/catalogue/catalogue.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { DAYS } from '#domain/constants.ts'
import type { BookingBlock } from '#domain/riders/licence.ts'
import * as commonText from '#messages/common.ts'
import * as homeText from '#messages/home.ts'
import { at, errorFault, serverError } from '#tests/helpers/servers/fault-server.ts'
import {
  advanceTime,
  mountStores,
  openPage,
  reopenPage,
  server,
  setUpBrowserTab,
  shownToasts,
  withKind
} from '#tests/stores/browser-tab.ts'

const profile = { date_of_birth: '1990-01-01', email: 'r@demo.test', name: 'Asha', phone: '1', property_id: 7 }
const palmGrove = { id: 7, image_url: '/api/images/palm', location: 'Indiranagar, Bengaluru', name: 'Palm Grove' }
const rates = { hourly_1: 60, hourly_12: 500, hourly_3: 150, hourly_6: 270 }
const named = { property_location: 'Indiranagar', property_name: 'Palm Grove Residency' }
const UNTIL = '2026-06-15T14:00:00Z'
const NOW = new Date('2026-06-15T12:00:00Z')
const scooters = [
  { id: 1, name: 'Ather', status: 'Available' as const, ...named },
  {
    bookable_later: true,
    booked_until: UNTIL,
    id: 2,
    name: 'Ola',
    status: 'Booked' as const,
    ...named
  }
]

async function arrive() {
  const store = await import('#stores/home/home.ts')
  mountStores(store.$scooters)
  return store
}

const callsDone = () => advanceTime(10)

setUpBrowserTab()
beforeEach(() => {
  openPage('/', 'rider')
  server.answer(getProfile, profile)
  server.answer(listProperties, [{ id: 3, name: 'Other' }, palmGrove])
  server.answer(getPropertyPricing, rates)
  server.answer(listPropertyPlans, { pricing_plans: [] })
  server.answer(listPropertyScooters, scooters)
})

describe("the rider's home", () => {
  test("shows the property of the rider's profile and all its scooters", async () => {
    const { $property, $scooters } = await arrive()
    expect($scooters.get()).toBe('loading')
    await callsDone()
    expect($property.get()).toMatchObject({ image_url: '/api/images/palm', name: 'Palm Grove' })
    expect($scooters.get()).toMatchObject([{ id: '1' }, { id: '2' }])
    expect(await shownToasts()).toEqual([])
  })
  test('shows a deleted property with the data of the profile', async () => {
    const closed_property = { image_url: null, location: 'Koramangala', name: 'Old House' }
    server.answer(getProfile, { ...profile, closed_property })
    server.answer(listProperties, [{ id: 3, name: 'Other' }])
    server.answer(listPropertyScooters, [])
    const { $property, $scooters } = await arrive()
    await callsDone()
    expect($property.get()).toEqual({ ...closed_property, isClosed: true })
    expect($scooters.get()).toEqual([])
    expect(await shownToasts()).toEqual([])
  })
  test.each([
    ['pricing', getPropertyPricing],
    ['pricing-plans', listPropertyPlans]
  ])('keeps its prices if %s fails to load again', async (_, endpoint) => {
    const plan = { available_days: [...DAYS], cost: 102, hours: 3, id: 1, is_active: true, name: 'Errand Run' }
    server.answer(listPropertyPlans, { pricing_plans: [plan] })
    const { $prices, loadHome } = await arrive()
    await callsDone()
    server.fail(endpoint, serverError)
    await loadHome()
    await callsDone()
    expect($prices.get()?.lowest).toEqual({ perHour: 34, plan: 'Errand Run' })
  })
  test('tells why none of the scooters can be booked, only if that is the same for all', async () => {
    const { commonBlock } = await arrive()
    const of = (...blocks: (BookingBlock | null | undefined)[]) =>
      commonBlock(blocks.map(booking_block => ({ booking_block })))
    expect(of('rider_suspended', 'rider_suspended')).toBe('rider_suspended')
    expect(of('license_rejected', null)).toBeNull()
    expect(of(null, 'license_rejected')).toBeNull()
    expect(of('license_expired', 'license_rejected')).toBeNull()
    expect(of(undefined, null)).toBeNull()
    expect(of()).toBeNull()
  })
  test.each([
    ['another rider is late', { is_late: true }, homeText.notBack],
    ['the rider is late', { is_late: true, is_yours: true }, homeText.yourRideNotReturned],
    [
      'a problem blocks what the rider is late with',
      { booked_until: UNTIL, is_late: true, is_yours: true },
      homeText.yourRideNotReturned
    ],
    [
      'a problem blocks what another rider is late with',
      { booked_until: UNTIL, is_late: true },
      commonText.bookedUntil(new Date(UNTIL), NOW)
    ],
    [
      'the rider rides',
      { booked_until: UNTIL, is_yours: true },
      commonText.joinFacts(homeText.yourRide, commonText.bookedUntil(new Date(UNTIL), NOW))
    ],
    ['the staff have booked', {}, null]
  ])('says beside a scooter that %s', async (_, fields, caption) => {
    const { captionOf } = await arrive()
    const scooter = v.parse(listPropertyScooters.output, [{ ...scooters[0], ...fields, status: 'Booked' }])[0]
    expect(scooter && captionOf(scooter, NOW)).toBe(caption)
  })
  test('shows the price of the first open day, although the prices arrive first', async () => {
    const plan = { available_days: ['tuesday' as const], cost: 60, hours: 3, id: 1, is_active: true, name: 'Tuesday' }
    server.answer(listPropertyPlans, { pricing_plans: [plan] })
    const answerLate = server.answerLater(listPropertyScooters)
    const { $prices } = await arrive()
    await callsDone()
    answerLate({ body: scooters.map(scooter => ({ ...scooter, closed_dates: ['2026-06-15'] })) })
    await callsDone()
    expect($prices.get()?.lowest).toEqual({ perHour: 20, plan: 'Tuesday' })
  })
  test('shows a price of 50 without an error when pricing fails to load', async () => {
    server.fail(getPropertyPricing, serverError)
    server.fail(listPropertyPlans, serverError)
    const { $scooters, $prices } = await arrive()
    await callsDone()
    expect($prices.get()?.lowest.perHour).toBe(50)
    expect($scooters.get()).toHaveLength(2)
    expect(await shownToasts()).toEqual([])
  })
  test('shows the scooters before their price loads', async () => {
    server.fail(getPropertyPricing, { kind: 'hangs' })
    const { $scooters, $prices } = await arrive()
    await callsDone()
    expect($scooters.get()).toHaveLength(2)
    expect($prices.get()).toBeNull()
  })
  test("takes the property's name from its scooters when properties fail to load", async () => {
    server.fail(listProperties, serverError)
    const { $property } = await arrive()
    await callsDone()
    expect($property.get()).toEqual({ image_url: null, location: 'Indiranagar', name: 'Palm Grove Residency' })
    expect(await shownToasts()).toEqual([])
  })
  test('only logs that the profile failed to load, and offers a retry', async () => {
    server.fail(getProfile, serverError)
    const { $scooters } = await arrive()
    await callsDone()
    expect($scooters.get()).toBe('failed')
    expect(await shownToasts()).toEqual([])
    expect(console.error).toHaveBeenCalled()
  })
  test('requests no scooters without a property', async () => {
    server.answer(getProfile, { ...profile, property_id: null })
    const { $property, $scooters } = await arrive()
    await callsDone()
    expect($scooters.get()).toBe('no_property')
    expect($property.get()).toBeNull()
    expect(server.requestedPaths().sort()).toEqual(['/api/profile', '/api/properties'])
  })
  test('shows no scooter error when the session has ended', async () => {
    server.fail(listPropertyScooters, errorFault('Not authenticated', 401))
    const { $scooters } = await arrive()
    await callsDone()
    expect($scooters.get()).toBe('loading')
    expect(await shownToasts()).toEqual([])
  })
  test('shows only that long-term bookings come soon', async () => {
    const { requestLongTerm } = await arrive()
    await callsDone()
    const before = server.requestedPaths().length
    requestLongTerm()
    expect(await shownToasts(withKind)).toEqual(['info: Long-term booking requests coming soon!'])
    expect(server.requestedPaths()).toHaveLength(before)
  })
})

describe('home with a cached profile', () => {
  const other = { id: 3, image_url: null, location: 'Hebbal', name: 'Other' }
  const ofOther = { property_id: '3' }
  const scootersOfOther = at(listPropertyScooters, ofOther)
  const vida = { body: [{ id: 9, name: 'Vida', status: 'Available' as const }] }

  /** Opens home again after an earlier visit. The profile's response waits for `deliver`. */
  async function openAgain(prepare: () => void = () => undefined) {
    await arrive()
    await callsDone()
    reopenPage('/')
    server.forgetRequests()
    prepare()
    const answerProfile = server.answerLater(getProfile)
    const page = await arrive()
    const deliver = async (answer: Parameters<typeof answerProfile>[0]) => {
      answerProfile(answer)
      await callsDone()
    }
    await callsDone()
    return { ...page, deliver }
  }

  beforeEach(() => {
    server.answer(listProperties, [other, palmGrove])
    server.answer(at(getPropertyPricing, ofOther), { ...rates, hourly_1: 90 })
    server.answerTo(scootersOfOther, () => vida)
  })

  test('shows the scooters before the profile loads, and repeats no request if it is unchanged', async () => {
    const { $property, $scooters, $prices, deliver } = await openAgain()
    expect($scooters.get()).toHaveLength(2)
    expect([$property.get()?.name, $prices.get()?.lowest.perHour]).toEqual(['Palm Grove', 60])
    await deliver({ body: profile })
    expect($scooters.get()).toHaveLength(2)
    expect(server.requestedPaths().toSorted()).toEqual([
      '/api/profile',
      '/api/properties',
      '/api/properties/7/pricing',
      '/api/properties/7/pricing-plans',
      '/api/properties/7/scooters'
    ])
  })
  test('hides the previous property of a rider who has moved, then shows the new one', async () => {
    const { $property, $scooters, $prices, deliver } = await openAgain()
    const answerLate = server.answerLater(scootersOfOther)
    await deliver({ body: { ...profile, property_id: 3 } })
    expect([$scooters.get(), $property.get()?.name, $prices.get()]).toEqual(['loading', 'Other', null])
    answerLate(vida)
    await callsDone()
    expect([$scooters.get(), $prices.get()?.lowest.perHour]).toMatchObject([[{ id: '9' }], 90])
  })
  test('ignores a late response of the previous property', async () => {
    let answerLate = (_: { body: typeof scooters }): void => undefined
    const { $property, $scooters, deliver } = await openAgain(() => {
      answerLate = server.answerLater(listPropertyScooters)
    })
    await deliver({ body: { ...profile, property_id: 3 } })
    answerLate({ body: scooters })
    await callsDone()
    expect($scooters.get()).toMatchObject([{ id: '9' }])
    expect($property.get()?.name).toBe('Other')
  })
  test('shows no error for the scooters of the previous property', async () => {
    server.fail(listPropertyScooters, serverError)
    const { $scooters, deliver } = await openAgain()
    expect([$scooters.get(), await shownToasts(withKind)]).toEqual(['loading', []])
    await deliver({ body: { ...profile, property_id: 3 } })
    expect($scooters.get()).toMatchObject([{ id: '9' }])
    expect(await shownToasts()).toEqual([])
  })
  test('shows none after the rider has lost the property', async () => {
    const { $property, $scooters, deliver } = await openAgain()
    await deliver({ body: { ...profile, property_id: null } })
    expect([$scooters.get(), $property.get()]).toEqual(['no_property', null])
  })
  test('shows the cached data when the profile fails to load', async () => {
    const { $scooters, deliver } = await openAgain()
    await deliver(serverError)
    expect($scooters.get()).toHaveLength(2)
    expect(await shownToasts()).toEqual([])
  })
  test("does not request the property's data before the profile when it reloads", async () => {
    const { loadHome, deliver } = await openAgain()
    await deliver({ body: profile })
    server.fail(getProfile, { kind: 'hangs' })
    server.forgetRequests()
    void loadHome()
    await callsDone()
    expect(server.requestedPaths().toSorted()).toEqual(['/api/profile', '/api/properties'])
  })
})

test('scooters that can be booked come first, each group in its order', async () => {
  const { $scooters, scooterList, sortAvailableFirst } = await arrive()
  await callsDone()
  const [free, ridden] = scooterList($scooters.get()) ?? []
  if (!(free && ridden)) throw new Error('The scooters have not loaded')
  const rows = [
    { ...ridden, id: 'a' },
    { ...free, id: 'b' },
    { ...ridden, id: 'c' },
    { ...free, id: 'd' }
  ]
  expect(sortAvailableFirst(rows).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c'])
})
