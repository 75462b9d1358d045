import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { type BrowserContext, expect, type Page } from 'playwright/test'
import { type Clock, instantAt } from '#domain/time/india-time.ts'
import { isKnown } from '../../fakes/second-backend/calls.ts'
import { PICTURE } from '../../fakes/second-backend/seed.ts'
import { CLOUD_STORAGE_PORT, PROVIDER_PORT, SECOND_BACKEND_PORT } from '../../ports.ts'
import { dayFromToday } from '../helpers/booking.ts'
import { routeCardProvider, unrouteAll } from '../helpers/card-provider.ts'
import { LICENCE_FILE, newEmail, openApi, type Rider } from '../helpers/people.ts'
import { test as base } from '../helpers/test.ts'

const FOLDER = resolve(import.meta.dirname, '../../fakes/second-backend')
const built = { ...parseEnv(readFileSync(resolve(FOLDER, 'site.env'), 'utf8')), ...process.env }

const BACKEND = `http://localhost:${SECOND_BACKEND_PORT}`
export const CLOUD = `http://localhost:${CLOUD_STORAGE_PORT}`
export const PUBLIC_KEY = built.PUBLIC_RAZORPAY_KEY_ID ?? ''

/** Routes the card provider and an image host to local answers. */
async function routeThirdParties(context: BrowserContext): Promise<void> {
  await routeCardProvider(context, PROVIDER_PORT)
  await context.route(PICTURE, route =>
    route.fulfill({ body: LICENCE_FILE.buffer, contentType: LICENCE_FILE.mimeType })
  )
}

/** A call to our own API, or a call to the backend that is not in the specification. */
function unexpectedCall(site: string | undefined, method: string, address: string): string | null {
  const { origin, pathname } = new URL(address)
  if (origin === site) return pathname.startsWith('/api') ? `${method} ${address}` : null
  if (origin !== BACKEND) return null
  return method === 'OPTIONS' || isKnown(method, pathname) ? null : `${method} ${address}`
}

/** Connects a browser to this backend. The returned list collects the unexpected calls. */
export async function switchToSecondBackend(context: BrowserContext, site: string | undefined): Promise<string[]> {
  const unexpectedCalls: string[] = []
  context.on('request', outgoing => {
    const unexpected = unexpectedCall(site, outgoing.method(), outgoing.url())
    if (unexpected) unexpectedCalls.push(unexpected)
  })
  await routeThirdParties(context)
  return unexpectedCalls
}

/** Every test fails if the browser made an unexpected call. */
export const test = base.extend<{ page: Page }>({
  page: async ({ baseURL, context, page }, use) => {
    const unexpectedCalls = await switchToSecondBackend(context, baseURL)
    await use(page)
    await unrouteAll(context)
    expect(unexpectedCalls).toEqual([])
  }
})

const api = (token?: string) => openApi(token, BACKEND)

/** Signs up a new rider on the second backend. */
export async function signUpExternalRider(property_id = 1): Promise<Rider> {
  const account = { email: newEmail(), name: 'Ravi Nair', password: 'Rider@123', phone: '9845054321', property_id }
  const data = {
    ...account,
    date_of_birth: '1995-06-15',
    license_photo_url: 'https://pictures.example.test/licence.png'
  }
  const reply = await (await api()).post('/api/auth/signup', { data })
  expect(reply.ok(), await reply.text()).toBe(true)
  const { access_token } = (await reply.json()) as { access_token: string }
  return { email: account.email, password: account.password, token: access_token }
}

/** Books an hour of a scooter for this rider. */
export async function bookOneHour({ token }: Rider, scooter_id: number, days: number, clock: Clock): Promise<void> {
  const data = { duration_hours: 1, scooter_id, start_time: instantAt(dayFromToday(days), clock).toISOString() }
  const reply = await (await api(token)).post('/api/bookings/hourly', { data })
  expect(reply.ok(), await reply.text()).toBe(true)
}
