import { expect, type Page } from 'playwright/test'
import * as auth from '#messages/auth.ts'
import * as booking from '#messages/booking.ts'
import * as common from '#messages/common.ts'
import { test } from './backends/test.ts'
import { says } from './helpers/booking.ts'
import { alive, alreadySignedIn, drawPagesEmpty, signIn, visit, visitInPassing } from './helpers/people.ts'

// A page that comes without data, on our own backend and on one that knows only the spec: what is asked for, and when.

const SCRIPTS = '**/_astro/*.js'
const PROFILE = '**/api/profile'

/** What the page asks the API for from now on, in order. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) calls.push(pathname.slice('/api'.length))
  })
  return calls
}

/** Holds back what is asked for there; answers how to let it go on. */
async function hold(page: Page, address: string): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(address, async route => {
    await released
    await route.fallback()
  })
  return async () => {
    release()
    await page.unroute(address)
  }
}

const placeCalls = (id: string) => [`/properties/${id}/pricing`, `/properties/${id}/scooters`]
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test.beforeEach(async ({ page, stage: { rider } }) => {
  await alreadySignedIn(page, rider)
  await drawPagesEmpty(page)
})

test('a first visit asks before any script has come, and each thing once', async ({ page, stage }) => {
  const calls = callsOf(page)
  const release = await hold(page, SCRIPTS)
  await page.goto('/', { waitUntil: 'commit' })
  await expect.poll(() => calls).toEqual(['/profile', '/properties'])
  await release()
  await says(page, stage.scooter.name)
  const { id } = stage.property
  const all = ['/profile', '/properties', ...placeCalls(id), `/properties/${id}/pricing-plans`]
  await expect.poll(() => calls.toSorted()).toEqual(all.toSorted())
})

test('the next visit asks for all of it at once, and each thing once', async ({ page, stage }) => {
  await visit(page, '/')
  await says(page, stage.scooter.name)
  const calls = callsOf(page)
  const release = await hold(page, SCRIPTS)
  const { id } = stage.property
  const all = ['/profile', '/properties', ...placeCalls(id), `/properties/${id}/pricing-plans`].toSorted()
  await page.goto('/', { waitUntil: 'commit' })
  await expect.poll(() => calls.toSorted()).toEqual(all)
  await release()
  await says(page, stage.scooter.name)
  await alive(page)
  expect(calls.toSorted()).toEqual(all)
})

test('a booking page asks for its plans and for what is taken as early', async ({ backend, page, stage }) => {
  const { property, scooter } = stage
  await visit(page, '/')
  await says(page, scooter.name)
  const calls = callsOf(page)
  const release = await hold(page, SCRIPTS)
  const taken = backend === 'own' ? [`/scooters/${scooter.id}/availability`] : []
  const plans = `/properties/${property.id}/pricing-plans`
  const all = ['/profile', '/properties', ...placeCalls(property.id), plans, ...taken].toSorted()
  await page.goto(`/booking/${scooter.id}`, { waitUntil: 'commit' })
  await expect.poll(() => calls.toSorted()).toEqual(all)
  await release()
  await expect(page.getByRole('button', { name: booking.bookNow })).toBeVisible()
  await alive(page)
  expect(calls.toSorted()).toEqual(all)
})

test('My Bookings and the profile ask before any script has come', async ({ page }) => {
  const calls = callsOf(page)
  const release = await hold(page, SCRIPTS)
  await page.goto('/my-bookings', { waitUntil: 'commit' })
  await expect.poll(() => calls).toEqual(['/my-bookings'])
  await page.goto('/profile', { waitUntil: 'commit' })
  await expect.poll(() => calls).toEqual(['/my-bookings', '/profile', '/properties'])
  await release()
  await expect(page.getByLabel(auth.fullName)).not.toHaveValue('')
  expect(calls).toHaveLength(3)
})

test('the next visit shows the scooters, and what can be booked, before the profile is told', async ({
  page,
  stage
}) => {
  await visit(page, '/')
  await says(page, stage.scooter.name)
  const release = await hold(page, PROFILE)
  await visit(page, '/')
  await says(page, stage.scooter.name)
  await expect(heading(page, stage.property.name)).toBeVisible()
  await visit(page, `/booking/${stage.scooter.id}`)
  await expect(page.getByRole('button', { name: booking.bookNow })).toBeVisible()
  await release()
})

/** On another device, as this rider. */
async function moveElsewhere(page: Page, token: string, property_id: string): Promise<void> {
  const [asked] = await Promise.all([page.waitForRequest(PROFILE), visit(page, '/profile')])
  const headers = { authorization: `Bearer ${token}` }
  const elsewhere = page.context().request
  const profile = (await (await elsewhere.get(asked.url(), { headers })).json()) as { property_id: number | string }
  const moved = typeof profile.property_id === 'number' ? Number(property_id) : property_id
  const reply = await elsewhere.put(asked.url(), { data: { ...profile, property_id: moved }, headers })
  expect(reply.ok(), await reply.text()).toBe(true)
}

test('who has moved meanwhile, on another device, sees the scooters there', async ({ page, stage }) => {
  const { other_property, property, rider, scooter } = stage
  await moveElsewhere(page, rider.token, other_property.id)
  const calls = callsOf(page)
  const release = await hold(page, PROFILE)
  await visit(page, '/')
  await expect(heading(page, property.name)).toBeVisible()
  await release()
  await expect(heading(page, other_property.name)).toBeVisible()
  await expect(heading(page, property.name)).toHaveCount(0)
  await expect.poll(() => calls).toEqual(expect.arrayContaining(placeCalls(other_property.id)))

  await visitInPassing(page, `/booking/${scooter.id}`)
  await page.waitForURL('/')
  await says(page, booking.scooterNotFound)
})

test('another rider of the same device meets nothing of the first', async ({ page, stage, there }) => {
  const { property, scooter } = stage
  await visit(page, '/')
  await says(page, scooter.name)
  expect(await page.evaluate(() => localStorage.getItem('knownProfile'))).toContain(`"property_id":"${property.id}"`)
  await page.getByRole('button', { name: common.menu }).click()
  await page.getByRole('button', { name: common.userBar.logout }).click()
  await page.waitForURL('/auth')
  expect(await page.evaluate(() => localStorage.getItem('knownProfile'))).toBeNull()

  const { rider } = await there.stage()
  const calls = callsOf(page)
  const release = await hold(page, PROFILE)
  await signIn(page, rider)
  await drawPagesEmpty(page)
  await page.goto('/', { waitUntil: 'commit' })
  await alive(page)
  await expect.poll(() => calls.filter(path => path === '/profile').length).toBeGreaterThan(0)
  expect(calls.filter(path => path.startsWith('/properties/'))).toEqual([])
  await release()
})
