// @vitest-environment jsdom
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startRazorpay } from '#tests/fakes/razorpay/server.ts'
import { PROVIDER_KEYS } from '#tests/fakes/second-backend/keys.ts'
import { ADMIN, RIDER } from '#tests/fakes/second-backend/seed.ts'
import { startSecondBackend } from '#tests/fakes/second-backend/server.ts'
import type { LocalServer } from '#tests/helpers/servers/local-server.ts'

// An external backend must receive ids in the type it sent. This one answers 422 to a number sent as text.

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const RATES = { hourly_1: 70, hourly_12: 600, hourly_3: 180, hourly_6: 320 }
const realFetch = globalThis.fetch

let backend: LocalServer
let provider: Awaited<ReturnType<typeof startRazorpay>>

beforeAll(async () => {
  provider = await startRazorpay(PROVIDER_KEYS)
  backend = await startSecondBackend({
    requiresNumbers: true,
    provider: provider.origin,
    site: 'http://site.example.test'
  })
})
afterAll(() => backend.close())

/** The app's calls on a newly opened page, without state from earlier pages. */
async function opened(token?: string) {
  vi.resetModules()
  const { $token } = await import('#client/session/token.ts')
  $token.set(token)
  return {
    ...(await import('#client/http/api.ts')),
    ...(await import('#contract/auth/sign-in.ts')),
    ...(await import('#contract/auth/sign-up.ts')),
    ...(await import('#contract/bookings/create-booking.ts')),
    ...(await import('#contract/catalogue/admin-pricing.ts')),
    ...(await import('#contract/catalogue/catalogue.ts')),
    ...(await import('#contract/bookings/my-bookings.ts')),
    ...(await import('#contract/riders/edit-profile.ts')),
    ...(await import('#contract/riders/profile.ts')),
    ...(await import('#contract/catalogue/admin-properties.ts')),
    ...(await import('#contract/catalogue/property-rules.ts')),
    ...(await import('#contract/catalogue/admin-scooters.ts'))
  }
}

async function signedIn(call: 'signIn' | 'signInAdmin', { email, password }: { email: string; password: string }) {
  const page = await opened()
  return (await page.call(page[call], { body: { email, password } })).access_token
}

describe('a backend with numeric ids', () => {
  beforeEach(() => {
    vi.stubEnv('PUBLIC_API_BASE_URL', backend.origin)
    vi.stubGlobal('fetch', realFetch)
  })

  test('accepts the sign-up of a rider with the selected property', async () => {
    const { call, listProperties, signUp } = await opened()
    const [property] = await call(listProperties)
    const body = {
      date_of_birth: '1995-06-15',
      email: 'numbers@example.test',
      license_photo_url: 'https://pictures.example.test/licence.png',
      name: 'Ravi Nair',
      password: 'Rider@123',
      phone: '9845054321',
      property_id: property?.id ?? ''
    }
    expect(await call(signUp, { body })).toMatchObject({ access_token: expect.any(String) })
  })

  test('accepts a profile with a property id from the profile or from the list of properties', async () => {
    const token = await signedIn('signIn', RIDER)
    const { call, getProfile, updateProfile } = await opened(token)
    const before = await call(getProfile)
    const body = { ...before, phone: '9845012346', property_id: before.property_id ?? '' }
    expect(await call(updateProfile, { body })).toMatchObject({ phone: '9845012346', property_id: '1' })

    const elsewhere = await opened(token)
    await elsewhere.call(elsewhere.listProperties)
    const moved = await elsewhere.call(elsewhere.updateProfile, { body: { ...body, property_id: '2' } })
    expect(moved.property_id).toBe('2')
    await elsewhere.call(elsewhere.updateProfile, { body })
  })

  test('accepts the booking of a scooter with a plan', async () => {
    const page = await opened(await signedIn('signIn', RIDER))
    const params = { property_id: '1' }
    const [scooter] = await page.call(page.listPropertyScooters, { params })
    const [plan] = (await page.call(page.listPropertyPlans, { params, query: {} })).pricing_plans
    const body = {
      pricing_plan_id: plan?.id,
      scooter_id: scooter?.id ?? '',
      start_time: '2098-06-15T10:00:00Z'
    }
    const { amount } = await page.call(page.createHourlyBooking, { body })
    expect(amount).toBe((plan?.cost ?? 0) * 100)
  })

  test('accepts new and changed rates and plans', async () => {
    const page = await opened(await signedIn('signInAdmin', ADMIN))
    const { call } = page
    const places = await call(page.listAllProperties, { query: {} })
    const property_id = places.find(({ name }) => name === 'Palm Court')?.id ?? ''
    await call(page.createLegacyPricing, { body: { property_id, ...RATES } })
    await call(page.updateLegacyPricing, { body: RATES, params: { property_id } })
    expect(await call(page.listLegacyPricing, { query: {} })).toContainEqual(expect.objectContaining({ property_id }))
    const body = { available_days: [...DAYS], cost: 99, hours: 2, is_active: true, name: 'Quick', property_id }
    await call(page.createPlan, { body })
    const created = (await call(page.listAllPlans, { query: {} })).find(({ name }) => name === 'Quick')
    const params = { id: created?.id ?? '' }
    expect(await call(page.updatePlan, { body: { ...body, cost: 109 }, params })).toMatchObject({ cost: 109 })
  })
})

describe('a backend with text ids', () => {
  /** The property id that a profile update sends, after the list of properties contained the id `told`. */
  async function sentAfter(response: unknown, chosen: string) {
    let sent: unknown
    vi.stubEnv('PUBLIC_API_BASE_URL', 'https://backend.example')
    vi.stubGlobal('fetch', async (_: string, { body, method }: RequestInit) => {
      if (method === 'PUT') sent = (JSON.parse(String(body)) as { property_id: unknown }).property_id
      const answer = method === 'PUT' ? RIDER : [{ id: response, name: 'Palm Court' }]
      return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
    })
    const { call, listProperties, updateProfile } = await opened()
    await call(listProperties)
    const { date_of_birth, email, name, phone } = RIDER
    await call(updateProfile, { body: { date_of_birth, email, name, phone, property_id: chosen } })
    return sent
  }

  test.each(['7', '007', '1e3', 'palm'])('receives %j as text', async id => {
    expect(await sentAfter(id, id)).toBe(id)
  })

  test('receives text when another id was a number', async () => {
    expect(await sentAfter(7, '007')).toBe('007')
    expect(await sentAfter(7, '7')).toBe(7)
  })

  test('receives the property id as text when only scooter ids are numbers', async () => {
    const { listPropertyScooters, rememberNumericIds, withOriginalIds } = await opened()
    rememberNumericIds(listPropertyScooters.path, [{ id: 7, name: 'Vida', property_id: '7', status: 'Available' }])
    expect(withOriginalIds({ property_id: '7', scooter_id: '7' })).toEqual({ property_id: '7', scooter_id: 7 })
  })
})
