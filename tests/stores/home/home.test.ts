// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionEnded } from '#messages/common.ts'

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, status })
const broken = () => json({ detail: 'Internal server error' }, 500)

const profile = { date_of_birth: '1990-01-01', email: 'r@demo.test', name: 'Asha', phone: '1', property_id: 7 }
const palmGrove = { id: 7, image_url: '/api/images/palm', location: 'Indiranagar, Bengaluru', name: 'Palm Grove' }
const named = { property_location: 'Indiranagar', property_name: 'Palm Grove Residency' }
const scooters = [
  { id: 1, name: 'Ather', status: 'Available', ...named },
  { bookable_later: true, booked_until: '2026-06-15T14:00:00Z', id: 2, name: 'Ola', status: 'Booked', ...named }
]

/** What each path answers; a test changes what its story needs. */
let replies: Record<string, () => Promise<Response> | Response>
let asked: string[]

async function arrive() {
  vi.resetModules()
  const store = await import('#stores/home/home.ts')
  const { $toasts } = await import('#stores/app/toasts.ts')
  leave = store.$scooters.listen(() => undefined)
  const said = () => $toasts.get().map(({ kind, sentence }) => `${kind}: ${sentence}`)
  return { ...store, said }
}
let leave = () => {}

const settled = () => vi.advanceTimersByTimeAsync(10)

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-06-15T10:00:00Z') })
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  localStorage.clear()
  localStorage.setItem('token', 'rider')
  localStorage.setItem('userType', 'user')
  asked = []
  replies = {
    '/api/profile': () => json(profile),
    '/api/properties': () => json([{ id: 3, name: 'Other' }, palmGrove]),
    '/api/properties/7/pricing': () => json({ hourly_1: 60, hourly_12: 500, hourly_3: 150, hourly_6: 270 }),
    '/api/properties/7/pricing-plans': () => json({ pricing_plans: [] }),
    '/api/properties/7/scooters': () => json(scooters)
  }
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return replies[path]?.() ?? json({ detail: 'Not found' }, 404)
  })
})
afterEach(() => {
  leave()
  vi.advanceTimersByTime(2000)
  vi.useRealTimers()
  sessionStorage.clear()
})

describe("the rider's home", () => {
  test("shows the property of the rider's profile and all its scooters", async () => {
    const { $property, $scooters, said } = await arrive()
    expect($scooters.get()).toBe('loading')
    await settled()
    expect($property.get()).toMatchObject({ image_url: '/api/images/palm', name: 'Palm Grove' })
    expect($scooters.get()).toMatchObject([{ id: '1' }, { id: '2' }])
    expect(said()).toEqual([])
  })
  test('shows a property that was deleted by what the profile keeps of it', async () => {
    const closed_property = { image_url: null, location: 'Koramangala', name: 'Old House' }
    replies['/api/profile'] = () => json({ ...profile, closed_property })
    replies['/api/properties'] = () => json([{ id: 3, name: 'Other' }])
    replies['/api/properties/7/scooters'] = () => json([])
    const { $property, $scooters, said } = await arrive()
    await settled()
    expect($property.get()).toEqual({ ...closed_property, is_closed: true })
    expect($scooters.get()).toEqual([])
    expect(said()).toEqual([])
  })
  test('counts only what can be had now as available', async () => {
    const { $scooters, isAvailable } = await arrive()
    await settled()
    const listed = $scooters.get()
    expect(Array.isArray(listed) && listed.filter(isAvailable).map(({ id }) => id)).toEqual(['1'])
  })
  test('starts from the cheapest hour of the active plans, whatever day they are for', async () => {
    const plans = [
      { available_days: ['sunday'], cost: 100, hours: 3, id: 1, is_active: true, name: 'Sunday' },
      { cost: 20, hours: 2, id: 2, is_active: false, name: 'Gone' }
    ]
    replies['/api/properties/7/pricing-plans'] = () => json({ pricing_plans: plans })
    const { $startingRate } = await arrive()
    await settled()
    expect($startingRate.get()).toBe(34)
    expect(asked).toContain('/api/properties/7/pricing-plans')
  })
  test('starts from the hourly rate where there are no plans', async () => {
    const { $startingRate } = await arrive()
    await settled()
    expect($startingRate.get()).toBe(60)
  })
  test('starts from 50 when pricing cannot load, and says nothing of it', async () => {
    replies['/api/properties/7/pricing'] = broken
    replies['/api/properties/7/pricing-plans'] = broken
    const { $scooters, $startingRate, said } = await arrive()
    await settled()
    expect($startingRate.get()).toBe(50)
    expect($scooters.get()).toHaveLength(2)
    expect(said()).toEqual([])
  })
  test('shows the scooters before their price is known', async () => {
    replies['/api/properties/7/pricing'] = () => new Promise(() => undefined)
    const { $scooters, $startingRate } = await arrive()
    await settled()
    expect($scooters.get()).toHaveLength(2)
    expect($startingRate.get()).toBeNull()
  })
  test("takes the property's name from its scooters when properties cannot load", async () => {
    replies['/api/properties'] = broken
    const { $property, said } = await arrive()
    await settled()
    expect($property.get()).toEqual({ image_url: null, location: 'Indiranagar', name: 'Palm Grove Residency' })
    expect(said()).toEqual([])
  })
  test("keeps the banner and says 'Failed to load scooters' when they fail; tries again when asked", async () => {
    replies['/api/properties/7/scooters'] = broken
    const { $property, $scooters, loadHome, said } = await arrive()
    await settled()
    expect($scooters.get()).toBe('failed')
    expect($property.get()?.name).toBe('Palm Grove')
    expect(said()).toEqual(['error: Failed to load scooters'])
    replies['/api/properties/7/scooters'] = () => json(scooters)
    void loadHome()
    expect($scooters.get()).toBe('loading')
    expect($property.get()?.name).toBe('Palm Grove')
    await settled()
    expect($scooters.get()).toHaveLength(2)
  })
  test('only logs that the profile cannot load, and offers another try', async () => {
    replies['/api/profile'] = broken
    const { $scooters, said } = await arrive()
    await settled()
    expect($scooters.get()).toBe('failed')
    expect(said()).toEqual([])
    expect(console.error).toHaveBeenCalled()
  })
  test('asks for no scooters without a property', async () => {
    replies['/api/profile'] = () => json({ ...profile, property_id: null })
    const { $property, $scooters } = await arrive()
    await settled()
    expect($scooters.get()).toBe('no property')
    expect($property.get()).toBeNull()
    expect(asked.sort()).toEqual(['/api/profile', '/api/properties'])
  })
  test('ends the session on a 401 of the profile, with one sentence', async () => {
    replies['/api/profile'] = () => json({ detail: 'Not authenticated' }, 401)
    const { $scooters, said } = await arrive()
    await settled()
    expect(localStorage.getItem('token')).toBeNull()
    expect($scooters.get()).toBe('loading')
    expect(said()).toEqual([])
    expect(sessionStorage.getItem('toasts')).toContain(sessionEnded)
  })
  test('says nothing of scooters that were refused because the session has ended', async () => {
    replies['/api/properties/7/scooters'] = () => json({ detail: 'Not authenticated' }, 401)
    const { $scooters, said } = await arrive()
    await settled()
    expect($scooters.get()).toBe('loading')
    expect(said()).toEqual([])
  })
  test('only says that long-term bookings come soon', async () => {
    const { requestLongTerm, said } = await arrive()
    await settled()
    const before = asked.length
    requestLongTerm()
    expect(said()).toEqual(['info: Long-term booking requests coming soon!'])
    expect(asked.length).toBe(before)
  })
})

describe('the next visit', () => {
  const other = { id: 3, image_url: null, location: 'Hebbal', name: 'Other' }
  const never = () => new Promise<Response>(() => undefined)

  /** He has been here before, and comes again; from now on his profile is told when it is told. */
  async function comeAgain(changed: typeof replies = {}) {
    await arrive()
    await settled()
    leave()
    asked = []
    Object.assign(replies, changed)
    let answer = (_: Response) => {}
    replies['/api/profile'] = () =>
      new Promise(resolve => {
        answer = resolve
      })
    const page = await arrive()
    const tell = async (told: Response) => {
      answer(told)
      await settled()
    }
    await settled()
    return { ...page, tell }
  }

  beforeEach(() => {
    replies['/api/properties'] = () => json([other, palmGrove])
    replies['/api/properties/3/pricing'] = () => json({ hourly_1: 90, hourly_12: 500, hourly_3: 150, hourly_6: 270 })
    replies['/api/properties/3/pricing-plans'] = () => json({ pricing_plans: [] })
    replies['/api/properties/3/scooters'] = () => json([{ id: 9, name: 'Vida', status: 'Available' }])
  })

  test('shows the scooters before the profile is told, and asks for nothing twice when it is the same', async () => {
    const { $property, $scooters, $startingRate, tell } = await comeAgain()
    expect($scooters.get()).toHaveLength(2)
    expect([$property.get()?.name, $startingRate.get()]).toEqual(['Palm Grove', 60])
    await tell(json(profile))
    expect($scooters.get()).toHaveLength(2)
    expect(asked.toSorted()).toEqual(
      Object.keys(replies)
        .filter(path => !path.includes('/3/'))
        .toSorted()
    )
  })
  test('of who has moved meanwhile shows nothing of the old property any more, and then the new one', async () => {
    const { $property, $scooters, $startingRate, tell } = await comeAgain()
    let answer = (_: Response) => {}
    replies['/api/properties/3/scooters'] = () =>
      new Promise(resolve => {
        answer = resolve
      })
    await tell(json({ ...profile, property_id: 3 }))
    expect([$scooters.get(), $property.get()?.name, $startingRate.get()]).toEqual(['loading', 'Other', 90])
    answer(json([{ id: 9, name: 'Vida', status: 'Available' }]))
    await settled()
    expect($scooters.get()).toMatchObject([{ id: '9' }])
  })
  test('lets no late answer of the old property come over the new one', async () => {
    let answer = (_: Response) => {}
    const late = () =>
      new Promise<Response>(resolve => {
        answer = resolve
      })
    const { $property, $scooters, tell } = await comeAgain({ '/api/properties/7/scooters': late })
    await tell(json({ ...profile, property_id: 3 }))
    answer(json(scooters))
    await settled()
    expect($scooters.get()).toMatchObject([{ id: '9' }])
    expect($property.get()?.name).toBe('Other')
  })
  test('says nothing of scooters that fail at a property where nobody lives any more', async () => {
    replies['/api/properties/7/scooters'] = broken
    const { $scooters, said, tell } = await comeAgain()
    expect([$scooters.get(), said()]).toEqual(['loading', []])
    await tell(json({ ...profile, property_id: 3 }))
    expect($scooters.get()).toMatchObject([{ id: '9' }])
    expect(said()).toEqual([])
  })
  test('of who has no property any more shows none', async () => {
    const { $property, $scooters, tell } = await comeAgain()
    await tell(json({ ...profile, property_id: null }))
    expect([$scooters.get(), $property.get()]).toEqual(['no property', null])
  })
  test('does without the profile where it fails: what was known is shown', async () => {
    const { $scooters, said, tell } = await comeAgain()
    await tell(broken())
    expect($scooters.get()).toHaveLength(2)
    expect(said()).toEqual([])
  })
  test('of a page that stands already asks for no property before the profile is told', async () => {
    const { loadHome, tell } = await comeAgain()
    await tell(json(profile))
    replies['/api/profile'] = never
    asked = []
    void loadHome()
    await settled()
    expect(asked.toSorted()).toEqual(['/api/profile', '/api/properties'])
  })
})
