import { expect, type Page } from 'playwright/test'
import * as accountText from '#messages/account/account.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as papersText from '#messages/papers.ts'
import {
  accessibilityViolations,
  faultsOf,
  horizontalOverflow,
  violationsInBothThemes
} from '#tests/e2e/helpers/accessible.ts'
import { createPaidRide, expectText } from '#tests/e2e/helpers/booking.ts'
import { test } from '#tests/e2e/helpers/fault-proxy.ts'
import { changeScooter, newPlate, setUpSignedInRider, signIn, signUpRider, visit } from '#tests/e2e/helpers/people.ts'

test.use({ serviceWorkers: 'allow' })

const OFFLINE = /^You're offline\. Last updated /
const UNREACHED = /^We can't load your latest bookings right now\. Last updated /

/** The PIN as one string of digits. */
async function pinOn(page: Page): Promise<string> {
  const pin = page.getByRole('article').getByText(/^\d{6}$/)
  await expect(pin).toBeVisible()
  return pin.innerText()
}

/** A rider who has opened My Bookings once with a paid ride, so that it is saved on the device. */
async function riderWithPin(page: Page) {
  const setup = await setUpSignedInRider(page)
  const plate = newPlate()
  const papers = JSON.stringify([{ expires_on: '2031-03-31', kind: 'insurance', number: 'OG-26-77' }])
  await changeScooter(setup.scooter.id, { papers, registration_number: plate })
  await createPaidRide(setup.rider.token, setup.scooter.id, 2, '10:00')
  await visit(page, '/my-bookings')
  const pin = await pinOn(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  return { ...setup, pin, plate }
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: appShellText.menu }).click()
  await page.getByRole('button', { name: appShellText.riderBar.logout }).click()
}

/** `goBack` fails if the previous page redirects at once; that error is ignored. */
const goBack = (page: Page) => page.goBack({ waitUntil: 'commit' }).catch(() => null)

const savedBookings = (page: Page) => page.evaluate(() => localStorage.getItem('savedBookings'))
const offlinePage = (page: Page) => page.getByRole('heading', { name: appShellText.offlineTitle })

/** Expects no data of the ride on this page, visible or not, and none in the device's storage. */
async function expectNoPin(page: Page, pin: string): Promise<void> {
  await expect(async () => {
    expect(await page.evaluate(() => document.body.textContent)).not.toContain(pin)
    expect(await savedBookings(page)).toBeNull()
  }).toPass()
}

test('the PIN and the papers are shown offline and without a server, the panel calls support, and the page updates by itself', async ({
  context,
  faultProxy,
  page
}) => {
  const { pin, plate, property, scooter } = await riderWithPin(page)
  await context.setOffline(true)
  await expectText(page, OFFLINE)
  expect(await pinOn(page)).toBe(pin)
  await visit(page, '/my-bookings')
  await expectText(page, OFFLINE)
  expect(await pinOn(page)).toBe(pin)
  const card = page.getByRole('article').filter({ hasText: scooter.name })
  await expect(card).toContainText(property.name)
  await expect(card).toContainText(/10:00\s*am/)
  await expect(page.getByRole('button', { name: commonText.refresh })).toBeDisabled()
  await expect(page.getByRole('button', { name: myBookingsText.copyPin })).toBeEnabled()
  expect(await accessibilityViolations(page, 'saved bookings')).toEqual([])

  const manageRide = card.getByRole('button', { name: myBookingsText.manageRide })
  await manageRide.tap()
  const panel = page.getByRole('dialog', { name: myBookingsText.manageRide })
  await expect(panel).toContainText(scooter.name)
  await expect(panel).toContainText(myBookingsText.offlineNow)
  for (const name of [rideCardText.extend, commonText.cancelBooking])
    await expect(panel.getByRole('button', { name })).toBeDisabled()
  const callSupport = panel.getByRole('link', { name: /^Call support/ })
  await expect(callSupport).toHaveAttribute('href', 'tel:+919845012345')
  expect(await violationsInBothThemes(page, 'the panel of a ride offline')).toEqual([])
  expect(await horizontalOverflow(page, 'the panel of a ride offline')).toEqual([])
  await panel.getByRole('button', { name: papersText.papersTitle }).tap()
  const papers = page.getByRole('dialog', { name: papersText.papersTitle })
  await expect(papers).toContainText(plate)
  await expect(papers).toContainText(`${papersText.PAPER_NAMES.insurance}${papersText.validUntil('31 Mar 2031')}`)
  await expect(papers).toContainText(papersText.notACopy)
  await expect(papers).not.toContainText('OG-26-77')
  expect(await faultsOf(page, 'the papers of a ride offline')).toEqual([])
  await papers.getByRole('button', { name: commonText.close }).tap()
  await manageRide.focus()
  await page.keyboard.press('Enter')
  await expect(callSupport).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(manageRide).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(callSupport).toBeFocused()

  await context.setOffline(false)
  await expect(panel.getByRole('button', { name: rideCardText.extend })).toBeEnabled()
  for (const notice of [OFFLINE, UNREACHED]) await expect(page.getByText(notice)).toHaveCount(0)
  expect(await pinOn(page)).toBe(pin)

  faultProxy.fail(/./, 'cut')
  await visit(page, '/my-bookings')
  await expectText(page, UNREACHED)
  expect(await pinOn(page)).toBe(pin)
  faultProxy.restore()
  await page.getByRole('button', { name: commonText.refresh }).click()
  await expect(page.getByText(UNREACHED)).toHaveCount(0)
})

test('signing out offline removes the PIN from every tab and from the history, also for the next rider', async ({
  context,
  page
}) => {
  const { pin, property } = await riderWithPin(page)
  const second = await signUpRider(property.id)
  const other = await context.newPage()
  await visit(other, '/my-bookings')
  expect(await pinOn(other)).toBe(pin)
  await context.setOffline(true)
  await visit(page, '/my-bookings')
  expect(await pinOn(page)).toBe(pin)
  await signOut(page)
  await page.waitForURL('/auth')
  await expect(offlinePage(page)).toBeVisible()
  await other.waitForURL(/\/auth\?/)
  await expectNoPin(other, pin)
  await goBack(page)
  await page.waitForURL(/\/auth/)
  await expectNoPin(page, pin)
  await visit(page, '/my-bookings')
  await page.waitForURL(/\/auth/)
  await expectNoPin(page, pin)

  await other.close()
  await context.setOffline(false)
  // The offline page reloads itself, which would end another navigation.
  await expect(page.getByLabel(accountText.email)).toBeVisible()
  await signIn(page, second)
  await context.setOffline(true)
  await visit(page, '/my-bookings')
  await expectText(page, myBookingsText.loadFailed)
  await expectNoPin(page, pin)
  const isBeforeEverything = () => page.url() === 'about:blank'
  let steps = 0
  for (await goBack(page); !isBeforeEverything(); await goBack(page)) {
    await expectNoPin(page, pin)
    steps += 1
  }
  expect(steps).toBeGreaterThan(1)
})
