// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { advanceTime, errorReply, hangingReply, json } from '#tests/helpers/servers/api-server.ts'
import { leave, network, onLeave, requestedPaths, setUpRiderTab } from '#tests/stores/rider-tab.ts'

const broken = () => errorReply('Internal server error', 500)

const profile = { date_of_birth: '1990-01-01', email: 'r@demo.test', name: 'Asha', phone: '1', property_id: 7 }
const palmGrove = { id: 7, image_url: '/api/images/palm', location: 'Indiranagar, Bengaluru', name: 'Palm Grove' }
const named = { property_location: 'Indiranagar', property_name: 'Palm Grove Residency' }
const scooters = [
  { id: 1, name: 'Ather', status: 'Available', ...named },
  { bookable_later: true, booked_until: '2026-06-15T14:00:00Z', id: 2, name: 'Ola', status: 'Booked', ...named }
]

async function arrive() {
  vi.resetModules()
  const store = await import('#stores/home/home.ts')
  const { $toasts } = await import('#stores/app/toasts.ts')
  onLeave(store.$scooters.listen(() => undefined))
  const toastTexts = () => $toasts.get().map(({ kind, sentence }) => `${kind}: ${sentence}`)
  return { ...store, toastTexts }
}

const callsDone = () => advanceTime(10)

setUpRiderTab({
  now: '2026-06-15T10:00:00Z',
  path: '/',
  replies: () => ({
    '/api/profile': () => json(profile),
    '/api/properties': () => json([{ id: 3, name: 'Other' }, palmGrove]),
    '/api/properties/7/pricing': () => json({ hourly_1: 60, hourly_12: 500, hourly_3: 150, hourly_6: 270 }),
    '/api/properties/7/pricing-plans': () => json({ pricing_plans: [] }),
    '/api/properties/7/scooters': () => json(scooters)
  })
})

describe("the rider's home", () => {
  test("shows the property of the rider's profile and all its scooters", async () => {
    const { $property, $scooters, toastTexts } = await arrive()
    expect($scooters.get()).toBe('loading')
    await callsDone()
    expect($property.get()).toMatchObject({ image_url: '/api/images/palm', name: 'Palm Grove' })
    expect($scooters.get()).toMatchObject([{ id: '1' }, { id: '2' }])
    expect(toastTexts()).toEqual([])
  })
  test('shows a deleted property with the data of the profile', async () => {
    const closed_property = { image_url: null, location: 'Koramangala', name: 'Old House' }
    network.replies['/api/profile'] = () => json({ ...profile, closed_property })
    network.replies['/api/properties'] = () => json([{ id: 3, name: 'Other' }])
    network.replies['/api/properties/7/scooters'] = () => json([])
    const { $property, $scooters, toastTexts } = await arrive()
    await callsDone()
    expect($property.get()).toEqual({ ...closed_property, isClosed: true })
    expect($scooters.get()).toEqual([])
    expect(toastTexts()).toEqual([])
  })
  test.each(['pricing', 'pricing-plans'])('keeps its prices if %s fails to load again', async path => {
    const plan = { available_days: [], cost: 102, hours: 3, id: 1, is_active: true, name: 'Errand Run' }
    network.replies['/api/properties/7/pricing-plans'] = () => json({ pricing_plans: [plan] })
    const { $prices, loadHome } = await arrive()
    await callsDone()
    network.replies[`/api/properties/7/${path}`] = broken
    await loadHome()
    await callsDone()
    expect($prices.get()?.lowest).toEqual({ perHour: 34, plan: 'Errand Run' })
  })
  test('counts only available scooters', async () => {
    const { $scooters, isAvailable } = await arrive()
    await callsDone()
    const listed = $scooters.get()
    expect(Array.isArray(listed) && listed.filter(isAvailable).map(({ id }) => id)).toEqual(['1'])
  })
  test('shows the lowest hourly price of the active plans, whatever their days', async () => {
    const plans = [
      { available_days: ['sunday'], cost: 100, hours: 3, id: 1, is_active: true, name: 'Sunday' },
      { cost: 20, hours: 2, id: 2, is_active: false, name: 'Gone' }
    ]
    network.replies['/api/properties/7/pricing-plans'] = () => json({ pricing_plans: plans })
    const { $prices } = await arrive()
    await callsDone()
    expect($prices.get()?.lowest.perHour).toBe(34)
    expect(requestedPaths()).toContain('/api/properties/7/pricing-plans')
  })
  test('shows the hourly rate when there are no plans', async () => {
    const { $prices } = await arrive()
    await callsDone()
    expect($prices.get()?.lowest.perHour).toBe(60)
  })
  test('shows a price of 50 without an error when pricing fails to load', async () => {
    network.replies['/api/properties/7/pricing'] = broken
    network.replies['/api/properties/7/pricing-plans'] = broken
    const { $scooters, $prices, toastTexts } = await arrive()
    await callsDone()
    expect($prices.get()?.lowest.perHour).toBe(50)
    expect($scooters.get()).toHaveLength(2)
    expect(toastTexts()).toEqual([])
  })
  test('shows the scooters before their price loads', async () => {
    network.replies['/api/properties/7/pricing'] = hangingReply
    const { $scooters, $prices } = await arrive()
    await callsDone()
    expect($scooters.get()).toHaveLength(2)
    expect($prices.get()).toBeNull()
  })
  test("takes the property's name from its scooters when properties fail to load", async () => {
    network.replies['/api/properties'] = broken
    const { $property, toastTexts } = await arrive()
    await callsDone()
    expect($property.get()).toEqual({ image_url: null, location: 'Indiranagar', name: 'Palm Grove Residency' })
    expect(toastTexts()).toEqual([])
  })
  test('only logs that the profile failed to load, and offers a retry', async () => {
    network.replies['/api/profile'] = broken
    const { $scooters, toastTexts } = await arrive()
    await callsDone()
    expect($scooters.get()).toBe('failed')
    expect(toastTexts()).toEqual([])
    expect(console.error).toHaveBeenCalled()
  })
  test('requests no scooters without a property', async () => {
    network.replies['/api/profile'] = () => json({ ...profile, property_id: null })
    const { $property, $scooters } = await arrive()
    await callsDone()
    expect($scooters.get()).toBe('no_property')
    expect($property.get()).toBeNull()
    expect(requestedPaths().sort()).toEqual(['/api/profile', '/api/properties'])
  })
  test('shows no scooter error when the session has ended', async () => {
    network.replies['/api/properties/7/scooters'] = () => json({ detail: 'Not authenticated' }, 401)
    const { $scooters, toastTexts } = await arrive()
    await callsDone()
    expect($scooters.get()).toBe('loading')
    expect(toastTexts()).toEqual([])
  })
  test('shows only that long-term bookings come soon', async () => {
    const { requestLongTerm, toastTexts } = await arrive()
    await callsDone()
    const before = network.requests.length
    requestLongTerm()
    expect(toastTexts()).toEqual(['info: Long-term booking requests coming soon!'])
    expect(network.requests.length).toBe(before)
  })
})

describe('home with a cached profile', () => {
  const other = { id: 3, image_url: null, location: 'Hebbal', name: 'Other' }
  const never = () => new Promise<Response>(() => undefined)

  /** Opens home again after an earlier visit. The profile's response waits for `tell`. */
  async function openAgain(changed: typeof network.replies = {}) {
    await arrive()
    await callsDone()
    leave()
    network.requests = []
    Object.assign(network.replies, changed)
    let answer = (_: Response) => {}
    network.replies['/api/profile'] = () =>
      new Promise(resolve => {
        answer = resolve
      })
    const page = await arrive()
    const deliver = async (response: Response) => {
      answer(response)
      await callsDone()
    }
    await callsDone()
    return { ...page, deliver }
  }

  beforeEach(() => {
    network.replies['/api/properties'] = () => json([other, palmGrove])
    network.replies['/api/properties/3/pricing'] = () =>
      json({ hourly_1: 90, hourly_12: 500, hourly_3: 150, hourly_6: 270 })
    network.replies['/api/properties/3/pricing-plans'] = () => json({ pricing_plans: [] })
    network.replies['/api/properties/3/scooters'] = () => json([{ id: 9, name: 'Vida', status: 'Available' }])
  })

  test('shows the scooters before the profile loads, and repeats no request if it is unchanged', async () => {
    const { $property, $scooters, $prices, deliver } = await openAgain()
    expect($scooters.get()).toHaveLength(2)
    expect([$property.get()?.name, $prices.get()?.lowest.perHour]).toEqual(['Palm Grove', 60])
    await deliver(json(profile))
    expect($scooters.get()).toHaveLength(2)
    expect(requestedPaths().toSorted()).toEqual(
      Object.keys(network.replies)
        .filter(path => !path.includes('/3/'))
        .toSorted()
    )
  })
  test('hides the previous property of a rider who has moved, then shows the new one', async () => {
    const { $property, $scooters, $prices, deliver } = await openAgain()
    let answer = (_: Response) => {}
    network.replies['/api/properties/3/scooters'] = () =>
      new Promise(resolve => {
        answer = resolve
      })
    await deliver(json({ ...profile, property_id: 3 }))
    expect([$scooters.get(), $property.get()?.name, $prices.get()?.lowest.perHour]).toEqual(['loading', 'Other', 90])
    answer(json([{ id: 9, name: 'Vida', status: 'Available' }]))
    await callsDone()
    expect($scooters.get()).toMatchObject([{ id: '9' }])
  })
  test('ignores a late response of the previous property', async () => {
    let answer = (_: Response) => {}
    const late = () =>
      new Promise<Response>(resolve => {
        answer = resolve
      })
    const { $property, $scooters, deliver } = await openAgain({ '/api/properties/7/scooters': late })
    await deliver(json({ ...profile, property_id: 3 }))
    answer(json(scooters))
    await callsDone()
    expect($scooters.get()).toMatchObject([{ id: '9' }])
    expect($property.get()?.name).toBe('Other')
  })
  test('shows no error for the scooters of the previous property', async () => {
    network.replies['/api/properties/7/scooters'] = broken
    const { $scooters, toastTexts, deliver } = await openAgain()
    expect([$scooters.get(), toastTexts()]).toEqual(['loading', []])
    await deliver(json({ ...profile, property_id: 3 }))
    expect($scooters.get()).toMatchObject([{ id: '9' }])
    expect(toastTexts()).toEqual([])
  })
  test('shows none after the rider has lost the property', async () => {
    const { $property, $scooters, deliver } = await openAgain()
    await deliver(json({ ...profile, property_id: null }))
    expect([$scooters.get(), $property.get()]).toEqual(['no_property', null])
  })
  test('shows the cached data when the profile fails to load', async () => {
    const { $scooters, toastTexts, deliver } = await openAgain()
    await deliver(broken())
    expect($scooters.get()).toHaveLength(2)
    expect(toastTexts()).toEqual([])
  })
  test("does not request the property's data before the profile when it reloads", async () => {
    const { loadHome, deliver } = await openAgain()
    await deliver(json(profile))
    network.replies['/api/profile'] = never
    network.requests = []
    void loadHome()
    await callsDone()
    expect(requestedPaths().toSorted()).toEqual(['/api/profile', '/api/properties'])
  })
})
