import { expect, type Page } from 'playwright/test'
import { changePin } from '#contract/catalogue/admin-scooters.ts'
import { getToday } from '#contract/staff/today.ts'
import { screenPath } from '#domain/admin/screens.ts'
import type { PushPayload } from '#domain/outbox/outbox.ts'
import * as accountText from '#messages/account/account.ts'
import * as profileText from '#messages/account/profile.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import { accessibilityViolations } from './helpers/accessible.ts'
import { expectText } from './helpers/booking.ts'
import { type FaultProxy, test } from './helpers/fault-proxy.ts'
import { setUpSignedInRider, visit, waitForHydration } from './helpers/people.ts'

test.use({ serviceWorkers: 'allow' })

const isOffline = (page: Page) => expect(page.getByRole('heading', { name: appShellText.offlineTitle })).toBeVisible()

/** Waits until the service worker is active. */
const waitForServiceWorker = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

/** Deploys another build and makes the browser check for it, which it otherwise does later. */
async function deploy(line: FaultProxy, page: Page): Promise<void> {
  line.divide('/sw.js', script => [script, '\n// another version'])
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
}

interface Manifest {
  icons: { purpose?: string; sizes: string; src: string }[]
  start_url: string
}

// Checks Chromium's criteria one by one, because the headless browser does not evaluate them.
test('the site meets the criteria for an installation', async ({ page }) => {
  await visit(page, '/auth')
  await waitForServiceWorker(page)
  const browser = await page.context().newCDPSession(page)
  const { data, errors, manifest, url } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(new URL(url).pathname).toBe('/manifest.webmanifest')
  const home = new URL('/', page.url()).href
  expect(manifest).toMatchObject({ display: 'kStandalone', id: home, startUrl: home })
  const { icons, start_url } = JSON.parse(data ?? '') as Manifest
  expect(new URL(start_url, url).pathname).toBe('/')
  const sizes = await page.evaluate(
    async icons => {
      const pictures = icons.map(async ({ purpose = 'any', sizes, src }) => {
        const { height, width } = await createImageBitmap(await (await fetch(src)).blob())
        return { hasDeclaredSize: sizes === `${width}x${height}`, is_for: `${purpose} ${width}` }
      })
      return Promise.all(pictures)
    },
    icons.filter(({ sizes }) => sizes !== 'any')
  )
  expect(sizes.map(({ is_for }) => is_for)).toEqual(
    expect.arrayContaining(['any 192', 'any 512', 'maskable 512', 'monochrome 512'])
  )
  expect(sizes.filter(({ hasDeclaredSize }) => !hasDeclaredSize)).toEqual([])
  const types = await page.evaluate(async () => {
    const responses = ['/manifest.webmanifest', '/sw.js', '/apple-touch-icon.png'].map(path => fetch(path))
    const answers = await Promise.all(responses)
    return answers.map(({ headers }) => [headers.get('content-type')?.split(';')[0], headers.get('cache-control')])
  })
  expect(types).toEqual([
    ['application/manifest+json', expect.anything()],
    ['text/javascript', 'no-cache'],
    ['image/png', expect.anything()]
  ])
})

test('a push message becomes a notification, also one that cannot be read', async ({ context, page }) => {
  await context.grantPermissions(['notifications'])
  const browser = await context.newCDPSession(page)
  const registered = new Promise<string>(resolve => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  await visit(page, '/auth')
  await waitForServiceWorker(page)
  const registrationId = await registered
  const message: PushPayload = {
    body: 'Nobody has decided for 15 minutes.',
    path: screenPath('problems'),
    tag: 'problem 7',
    title: "Blue 3: the PIN doesn't work"
  }
  const deliver = (data: string) =>
    browser.send('ServiceWorker.deliverPushMessage', { data, origin: new URL(page.url()).origin, registrationId })
  // A headless browser shows no notifications, so the last call is recorded.
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => {
    const shown: unknown[] = []
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    registration.showNotification = async (title, options) => void shown.push({ ...options, title })
    Object.assign(globalThis, { shown })
  })
  const shown = () => worker?.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown)
  await deliver(JSON.stringify(message))
  const { path, ...texts } = message
  await expect.poll(shown).toEqual([expect.objectContaining({ ...texts, data: { path } })])
  await deliver('no message of ours')
  await expect.poll(shown).toContainEqual(expect.objectContaining({ body: appShellText.pushFallback }))
})

test('the caches contain no data of a rider and no file of the portal, and without a network every page shows the offline shell', async ({
  context,
  page
}) => {
  const { rider, scooter } = await setUpSignedInRider(page)
  await visit(page, '/profile')
  await waitForServiceWorker(page)
  for (const [path, sentence] of [
    ['/my-bookings', myBookingsText.emptyTitle],
    ['/profile', profileText.title]
  ] as const) {
    await visit(page, path)
    await expectText(page, sentence)
  }
  const all = await page.evaluate(async () => {
    const openCaches = await Promise.all((await caches.keys()).map(name => caches.open(name)))
    const requests = (await Promise.all(openCaches.map(cache => cache.keys()))).flat()
    const texts = requests.map(async request => (await caches.match(request))?.text())
    return { paths: requests.map(({ url }) => new URL(url).pathname), texts: await Promise.all(texts) }
  })
  expect(all.paths.filter(path => !path.startsWith('/_astro/')).sort()).toEqual([
    '/icon.svg',
    '/offline/',
    '/offline/my-bookings/'
  ])
  for (const text of all.texts) {
    for (const { path } of [getToday, changePin]) expect(text).not.toContain(path)
    expect(text).not.toContain(rider.email)
    expect(text).not.toContain(scooter.id)
  }

  await context.setOffline(true)
  for (const path of ['/', '/booking/7', '/nowhere', '/profile']) {
    await visit(page, path)
    await isOffline(page)
    await expect(page).toHaveURL(path)
  }
  await expectText(page, appShellText.offlineText)
  expect(await accessibilityViolations(page, 'offline')).toEqual([])
  await page.getByRole('link', { name: appShellText.tryAgain }).click()
  await isOffline(page)
  await context.setOffline(false)
  await expect(page.getByLabel(accountText.email)).toHaveValue(rider.email)
  await expectText(page, profileText.title)
})

test('a new version that fails to install changes nothing; another waits, is offered on each page, and activates on a reload', async ({
  context,
  faultProxy,
  page
}) => {
  const { property } = await setUpSignedInRider(page)
  await visit(page, '/profile')
  await waitForServiceWorker(page)
  faultProxy.fail(/^\/offline\/$/, 'gateway')
  const states = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return new Promise<string[]>(resolve => {
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing
        worker?.addEventListener('statechange', () => resolve([worker.state, String(registration.active?.state)]))
      })
    })
  })
  await deploy(faultProxy, page)
  expect(await states).toEqual(['redundant', 'activated'])
  await expect(page.getByText(appShellText.newVersion)).toHaveCount(0)
  faultProxy.restore()
  await context.setOffline(true)
  await visit(page, '/')
  await isOffline(page)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(property.name)
  await page.waitForLoadState()
  await deploy(faultProxy, page)
  await expectText(page, appShellText.newVersion)

  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.getByRole('link', { name: appShellText.riderBar.bookings }).click()
  await expectText(page, myBookingsText.emptyTitle)
  await expectText(page, appShellText.newVersion)
  await expect(page.getByRole('button', { name: appShellText.reloadPage })).toBeVisible()
  expect(loads).toBe(1)
  const waits = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null)
  expect(await waits()).toBe(true)
  await page.getByRole('button', { name: appShellText.reloadPage }).click()
  await expect.poll(() => loads).toBe(2)
  await waitForHydration(page)
  expect(await waits()).toBe(false)
  await expectText(page, myBookingsText.emptyTitle)
  expect(loads).toBe(2)
  await expect(page.getByText(appShellText.newVersion)).toHaveCount(0)
})
