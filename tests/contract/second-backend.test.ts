import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn, signInAdmin } from '#contract/auth/sign-in.ts'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import {
  createLegacyPricing,
  createPlan,
  deleteLegacyPricing,
  deletePlan,
  listAllPlans,
  listLegacyPricing,
  updateLegacyPricing,
  updatePlan
} from '#contract/catalogue/admin-pricing.ts'
import {
  createProperty,
  deleteProperty,
  listAllProperties,
  updateProperty
} from '#contract/catalogue/admin-properties.ts'
import {
  createScooter,
  deleteScooter,
  listAllScooters,
  migratePins,
  updateScooter
} from '#contract/catalogue/admin-scooters.ts'
import { type ClientOutput, type Endpoint, pathOf } from '#contract/kit/endpoint.ts'
import { getStats } from '#contract/overview/stats.ts'
import { listRiders, updateRiderPhoto } from '#contract/riders/admin-riders.ts'
import { ADMIN, PICTURE, RIDER } from '#tests/fakes/second-backend/seed.ts'
import { startSecondBackend } from '#tests/fakes/second-backend/server.ts'
import type { LocalServer } from '#tests/helpers/servers/local-server.ts'

// An external backend answers every admin call of the specification, and the contract parses all answers.

const SITE = 'http://site.example.test'
const picture = new File(['picture'], 'photo.png', { type: 'image/png' })

let server: LocalServer
let token = ''

interface CallInput {
  body?: Record<string, unknown>
  params?: Record<string, string>
  query?: string
}

async function send(endpoint: Endpoint, { body, params, query = '' }: CallInput, bearer: string): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) form.set(name, value instanceof Blob ? value : String(value))
  const sent = endpoint.encoding === 'form' ? form : JSON.stringify(body)
  const json = { 'content-type': 'application/json' }
  return fetch(`${server.origin}/api${pathOf(endpoint, params)}${query}`, {
    headers: { authorization: `Bearer ${bearer}`, origin: SITE, ...(endpoint.encoding !== 'form' && json) },
    method: endpoint.method,
    ...(body && { body: sent })
  })
}

async function call<E extends Endpoint>(endpoint: E, input: CallInput = {}): Promise<ClientOutput<E>> {
  const reply = await send(endpoint, input, token)
  expect(reply.status, `${endpoint.method} ${endpoint.path}`).toBe(200)
  return v.parse(endpoint.output, await reply.json())
}

beforeAll(async () => {
  server = await startSecondBackend({ provider: 'http://nobody-pays.example.test', site: SITE })
  token = (await call(signInAdmin, { body: ADMIN })).access_token
})
afterAll(() => server.close())

describe('the portal of an external backend', () => {
  test('shows the figures', async () => {
    expect(await call(getStats)).toMatchObject({ active_bookings: 2, total_bookings: 5, total_users: 1 })
  })

  test('creates, changes and deletes properties', async () => {
    expect(await call(createProperty, { body: { location: 'Goa', name: 'Sea Breeze' } })).toBeNull()
    const [created] = await call(listAllProperties)
    expect(created).toMatchObject({ id: expect.any(String), image_url: null, location: 'Goa', name: 'Sea Breeze' })
    const params = { id: created?.id ?? '' }
    expect(await call(updateProperty, { body: { name: 'Sea View' }, params })).toMatchObject({ name: 'Sea View' })
    expect(await call(deleteProperty, { params })).toEqual({ message: 'Property deleted successfully' })
    expect((await call(listAllProperties)).map(({ name }) => name)).not.toContain('Sea View')
  })

  test('creates, changes and deletes scooters, and assigns PINs', async () => {
    expect(await call(createScooter, { body: { image: picture, name: 'Vida', otp_pin: '' } })).toBeNull()
    const [created] = await call(listAllScooters)
    expect(created).toMatchObject({ image_url: PICTURE, name: 'Vida', property_id: null, status: 'Available' })
    const params = { id: created?.id ?? '' }
    await call(updateScooter, { body: { otp_pin: '', property_id: '1', status: 'Booked' }, params })
    const [changed] = await call(listAllScooters)
    expect(changed).toMatchObject({ otp_pin: created?.otp_pin, property_name: 'Lakeview Residency', status: 'Booked' })
    expect((await call(migratePins)).message).toContain('0 scooters')
    expect(await call(deleteScooter, { params })).toEqual({ message: '' })
  })

  test('creates, changes and deletes legacy pricing', async () => {
    const body = { hourly_1: 70, hourly_12: 600, hourly_3: 180, hourly_6: 320 }
    const params = { property_id: '2' }
    expect(await call(createLegacyPricing, { body: { property_id: '2', ...body } })).toBeNull()
    expect((await send(createLegacyPricing, { body: { property_id: '2', ...body } }, token)).status).toBe(400)
    expect(await call(updateLegacyPricing, { body: { ...body, hourly_1: 75 }, params })).toBeNull()
    expect(await call(listLegacyPricing)).toContainEqual({
      ...body,
      hourly_1: 75,
      property_id: '2',
      property_location: 'Hebbal, Bengaluru',
      property_name: 'Palm Court'
    })
    await call(deleteLegacyPricing, { params })
    expect(await call(listLegacyPricing)).toHaveLength(1)
  })

  test('creates, changes and deletes plans, in a wrapped list', async () => {
    const body = { available_days: ['sunday'], cost: 99, hours: 2, is_active: true, name: 'Quick', property_id: '1' }
    expect(await call(createPlan, { body })).toMatchObject({ cost: 99, name: 'Quick', property_id: '1' })
    const [created] = await call(listAllPlans)
    const params = { id: created?.id ?? '' }
    expect(await call(updatePlan, { body: { ...body, is_active: false }, params })).toMatchObject({ is_active: false })
    expect(await call(deletePlan, { params })).toEqual({ message: 'deleted' })
  })

  test('shows riders with pictures', async () => {
    const [rider] = await call(listRiders)
    expect(rider).toMatchObject({ email: RIDER.email, id: '501', profile_image_url: null, property_id: '1' })
    await call(updateRiderPhoto, { body: { image: picture }, params: { id: '501' } })
    expect(await call(listRiders)).toMatchObject([{ profile_image_url: PICTURE }])
  })

  test('returns all bookings for every query, without paging headers', async () => {
    const reply = await send(listAllBookings, { query: '?page=1&per_page=1&status=Failed' }, token)
    const bookings = v.parse(listAllBookings.output, await reply.json())
    expect(bookings).toHaveLength(5)
    expect(bookings[0]).toMatchObject({
      amount: null,
      booking_type: 'hourly',
      created_at: null,
      property_name: 'Lakeview Residency',
      scooter_name: 'Ola S1',
      start_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      user_name: RIDER.name
    })
    expect([...reply.headers.keys()].filter(name => name.startsWith('x-'))).toEqual([])
  })

  test('is for admins: 401 without a token, 403 to a rider', async () => {
    const { email, password } = RIDER
    const { access_token } = await call(signIn, { body: { email, password } })
    expect((await send(getStats, {}, 'unknown')).status).toBe(401)
    expect((await send(getStats, {}, access_token)).status).toBe(403)
  })
})
