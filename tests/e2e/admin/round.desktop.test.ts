import { expect, type Page } from 'playwright/test'
import { screenPath } from '#domain/admin/screens.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import * as authText from '#messages/account/auth.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as needsText from '#messages/admin/needs.ts'
import * as roundText from '#messages/admin/round.ts'
import * as todayText from '#messages/admin/today.ts'
import * as commonText from '#messages/common.ts'
import { accessibilityViolations, faultsInLargeText, setTextSize } from '#tests/e2e/helpers/accessible.ts'
import { clickButton, closeAlert, fillSignIn } from '#tests/e2e/helpers/admin.ts'
import { expectText } from '#tests/e2e/helpers/booking.ts'
import { callAsAdmin, changeScooter, createScooter, visit, waitForHydration } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

// A caretaker of the demo goes round in a basement with a phone. The demo has a ride under way and a PIN to change at
// this property.

test.use({ serviceWorkers: 'allow', viewport: { height: 640, width: 360 } })

const CARETAKER = { email: 'caretaker@demo.test', password: 'Admin@123' }
const PROPERTY = 'lakeview'
const RIDDEN = 'Ather Rizta · L1'
const TODAY = screenPath('today', PROPERTY)

async function signInAsCaretaker(page: Page): Promise<void> {
  await visit(page, '/admin/auth')
  await fillSignIn(page, CARETAKER)
  await closeAlert(page, authText.adminWelcome)
  await page.waitForURL(/\/admin\?view=today/)
  await waitForHydration(page)
}

/** Opens Today, and waits until this phone has its offline page. */
async function openToday(page: Page): Promise<void> {
  await visit(page, TODAY)
  await expect.poll(() => page.evaluate(async () => (await caches.match('/offline/today/')) !== undefined)).toBe(true)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
}

const press = (page: Page, label: string, scooter: string) => clickButton(page, listsText.actionOn(label, scooter))
const offlineBar = (page: Page) => page.getByText(/^You're offline\. Last updated /)
const waiting = (page: Page) => page.getByRole('button', { name: roundText.takeBack })
const kept = (page: Page, item: string) => page.evaluate(key => localStorage.getItem(key), item)

/** The paths of the calls that change something. */
function watchCalls(page: Page): string[] {
  const paths: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && pathname.startsWith('/api/admin/') && !pathname.includes('/auth/'))
      paths.push(pathname)
  })
  return paths
}

test('a caretaker without a network reloads Today, presses three times, and each is sent once with a network; a PIN that has changed is told until OK', async ({
  context,
  page
}) => {
  const parked = await createScooter(PROPERTY, 'Ola S1 Air · L9')
  await callAsAdmin('POST', '/pin-changes', { scooter_id: parked.id })
  const from = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS)
  const problem = { from, id: Date.now().toString(16).padStart(32, '0'), note: 'New tyre', to: addMinutes(from, 60) }
  await callAsAdmin('POST', '/problems', { ...problem, scooter_id: parked.id })
  await signInAsCaretaker(page)
  await openToday(page)
  const phone = page.getByRole('link', { name: /^\+91/ })
  await expect(phone.first()).toBeVisible()
  const pins = page
    .getByRole('listitem')
    .filter({ hasText: parked.name })
    .filter({ hasText: /\d{6}.*\d{6}/ })
  const [, pin = ''] = /(\d{6})$/m.exec((await pins.locator('.numeric').last().innerText()).trim()) ?? []
  expect(pin).toMatch(/^\d{6}$/)

  await context.setOffline(true)
  await page.reload()
  await expect(offlineBar(page)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: RIDDEN }).first()).toBeVisible()
  await expect(phone).toHaveCount(0)
  await expect(page.getByRole('button', { name: todayText.labels.move }).first()).toBeDisabled()
  await press(page, needsText.returned, RIDDEN)
  await clickButton(page.getByRole('alertdialog'), needsText.returned)
  await press(page, needsText.changed, parked.name)
  await press(page, needsText.fixed, parked.name)
  await clickButton(page.getByRole('alertdialog'), needsText.fixed)
  await expect(waiting(page)).toHaveCount(3)
  await page.reload()
  await expect(waiting(page)).toHaveCount(3)
  const faults = [
    ...(await accessibilityViolations(page, 'Today without a network')),
    ...(await faultsInLargeText(page, 'Today without a network'))
  ]
  await setTextSize(page, '100%')
  expect(faults).toEqual([])
  expect(await kept(page, 'savedToday')).not.toContain(pin)

  // Meanwhile the lock gets another PIN to set.
  await changeScooter(parked.id, { otp_pin: '135790' })
  await callAsAdmin('POST', '/pin-changes', { scooter_id: parked.id })
  const calls = watchCalls(page)
  await context.setOffline(false)
  await expectText(page, roundText.pinOutdated(parked.name, pin))
  await expect(waiting(page)).toHaveCount(0)
  await expect(page.getByRole('tablist')).toBeVisible()
  await expect(page).toHaveURL(TODAY)
  await expect(page.getByRole('button', { name: listsText.actionOn(needsText.returned, RIDDEN) })).toHaveCount(0)
  await expect(page.getByRole('button', { name: listsText.actionOn(needsText.fixed, parked.name) })).toHaveCount(0)
  await page.reload()
  await expectText(page, roundText.pinOutdated(parked.name, pin))
  await clickButton(page, commonText.ok)
  expect(calls.map(path => path.split('/').at(-1)).sort()).toEqual([parked.id, problem.id, 'return'].sort())
  expect(await kept(page, 'pendingRound')).toBeNull()
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByText(roundText.pinOutdated(parked.name, pin))).toHaveCount(0)
})
