import { type APIRequestContext, type APIResponse, expect, type Page, request, test } from 'playwright/test'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'

// Test data for the end-to-end tests, created through the API as the product's screens would.

export const DEMO_RIDER = { email: 'rider@demo.test', password: 'Rider@123' }
export const DEMO_ADMIN = { email: 'admin@demo.test', password: 'Admin@123' }

/** A picture that every browser can display: one grey pixel. */
export const LICENCE_FILE = {
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+M8AAAMBAQAY3Y2wAAAAAElFTkSuQmCC',
    'base64'
  ),
  mimeType: 'image/png',
  name: 'licence.png'
}

let count = 0
export const newEmail = () => `rider.${Date.now()}.${process.pid}.${++count}@example.test`

async function parseReply<T>(reply: APIResponse): Promise<T> {
  expect(reply.ok(), await reply.text()).toBe(true)
  return (await reply.json()) as T
}

/** The base URL of the current test's project. */
export const baseURL = () => test.info().project.use.baseURL ?? ''

/**
 * For calls that no page makes. It has its own cookies, so that preparing data does not sign the page in, and a
 * connection for each call: servers close an idle one after some seconds, and a call that is sent then gets no answer.
 */
export function openApi(token?: string, address = baseURL()): Promise<APIRequestContext> {
  const extraHTTPHeaders = { connection: 'close', ...(token && { authorization: `Bearer ${token}` }) }
  return request.newContext({ baseURL: address, extraHTTPHeaders })
}

async function adminSignIn(): Promise<string> {
  const reply = await (await openApi()).post('/api/admin/auth/signin', { data: DEMO_ADMIN })
  return (await parseReply<{ access_token: string }>(reply)).access_token
}

/** One sign-in per server, because password hashing is slow by design. */
const admins = new Map<string, Promise<string>>()

function adminToken(): Promise<string> {
  const signedIn = admins.get(baseURL()) ?? adminSignIn()
  admins.set(baseURL(), signedIn)
  return signedIn
}

/** The API's response to an admin at any path. */
export async function getAsAdmin(address: string): Promise<APIResponse> {
  const api = await openApi(await adminToken())
  return api.get(address)
}

/** Calls the API as another admin. */
export async function callAsAdmin<T = unknown>(method: 'DELETE' | 'POST' | 'PUT', path: string, data?: object) {
  const api = await openApi(await adminToken())
  return parseReply<T>(await api.fetch(`/api/admin${path}`, { data, method }))
}

interface PropertyWithScooter {
  property: { id: string; location: string; name: string }
  scooter: { id: string; name: string; otp_pin: string }
}

interface Names {
  location?: string
  name?: string
  scooter?: string
}

/** Creates a property with one scooter for this test, so that tests do not share bookings. */
export async function createPropertyWithScooter(status = 'Available', names: Names = {}): Promise<PropertyWithScooter> {
  const api = await openApi(await adminToken())
  const {
    location = 'Hebbal',
    name = `Test House ${crypto.randomUUID().slice(0, 8)}-${++count}`,
    scooter: scooterName = 'Ather 450X · T1'
  } = names
  const property = await parseReply<PropertyWithScooter['property']>(
    await api.post('/api/admin/properties', { data: { location, name } })
  )
  return { property, scooter: await createScooter(property.id, scooterName, status) }
}

export async function createScooter(property_id: string, name: string, status = 'Available') {
  const api = await openApi(await adminToken())
  const reply = await api.post('/api/admin/scooters', { multipart: { name, property_id, status } })
  return parseReply<PropertyWithScooter['scooter']>(reply)
}

export async function changeScooter(id: string, multipart: Record<string, string>): Promise<void> {
  const api = await openApi(await adminToken())
  await parseReply(await api.put(`/api/admin/scooters/${id}`, { multipart }))
}

/** A registration number that no other scooter has. */
export const newPlate = () => `KA05${crypto.randomUUID().slice(0, 6).toUpperCase()}`

export interface Rider {
  email: string
  password: string
  token: string
}

/** Creates a rider at a property. */
export async function signUpRider(property_id: string, name = 'Asha Rao'): Promise<Rider> {
  const api = await openApi()
  const email = newEmail()
  const password = DEMO_RIDER.password
  const upload = await api.post('/api/uploads/license', { multipart: { email, file: LICENCE_FILE } })
  const { url } = await parseReply<{ url: string }>(upload)
  const account = {
    date_of_birth: '1995-06-15',
    email,
    license_photo_url: url,
    name,
    password,
    phone: '9845012345'
  }
  const reply = await api.post('/api/auth/signup', { data: { ...account, property_id } })
  return { email, password, token: (await parseReply<{ access_token: string }>(reply)).access_token }
}

/** Waits until the page is hydrated. Islands with `client:interaction` hydrate on the first tap. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(page.locator('astro-island[ssr]:not([client="interaction"])')).toHaveCount(0)
}

/** Opens a page and waits until it is hydrated. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
}

/** Opens a page without its scripts. Returns a function that loads them. */
export async function visitUnhydrated(page: Page, path: string): Promise<() => void> {
  const { promise: awaited, resolve: loadScripts } = Promise.withResolvers<void>()
  await page.route('**/_astro/*.js', async route => {
    await awaited
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return loadScripts
}

/** Opens a page that redirects by itself. If it does so before the load event, `goto` would fail. */
export async function gotoWithoutLoad(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' })
}

/** Signs in through the sign-in page. */
export async function signIn(page: Page, rider: { email: string; password: string }): Promise<void> {
  await visit(page, '/auth')
  await page.getByLabel(accountText.email).fill(rider.email)
  await page.getByLabel(accountText.password, { exact: true }).fill(rider.password)
  await page.getByRole('button', { name: authText.signIn }).click()
  await page.waitForURL('/')
}

async function seedSession(page: Page, token: string, type: 'admin' | 'user'): Promise<void> {
  const cookies = Object.entries({ session: token, userType: type })
  await page.context().addCookies(cookies.map(([name, value]) => ({ name, url: baseURL(), value })))
  await page.addInitScript(
    ([token, type]) => {
      if (sessionStorage.getItem('seeded')) return
      sessionStorage.setItem('seeded', 'yes')
      localStorage.setItem('token', token)
      localStorage.setItem('userType', type)
    },
    [token, type] as const
  )
}

/** Stores a session on the device, for tests that start after sign-in. */
export const seedRiderSession = (page: Page, rider: Rider) => seedSession(page, rider.token, 'user')

export async function seedAdminSession(page: Page): Promise<void> {
  await seedSession(page, await adminToken(), 'admin')
}

/** From now on, pages are rendered without initial data, as without the cookie or with an external backend. */
export async function disableSsrData(page: Page): Promise<void> {
  await page.context().clearCookies({ name: 'session' })
}

/** Creates a property, a scooter and a rider, and signs the rider in. */
export async function setUpSignedInRider(page: Page, status?: string): Promise<PropertyWithScooter & { rider: Rider }> {
  const place = await createPropertyWithScooter(status)
  const rider = await signUpRider(place.property.id)
  await seedRiderSession(page, rider)
  return { ...place, rider }
}
