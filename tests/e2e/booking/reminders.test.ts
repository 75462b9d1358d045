import { expect, type Page } from 'playwright/test'
import * as appShellText from '#messages/app-shell.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import { horizontalOverflow, violationsInBothThemes } from '#tests/e2e/helpers/accessible.ts'
import { createPaidRide, expectText } from '#tests/e2e/helpers/booking.ts'
import { setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'
import { newDevice } from '#tests/fakes/push/server.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'

// Reminders on a phone. The browser's push service is replaced; what it would answer is the subscription of a device.

interface FakeSubscription {
  endpoint: string
  keys: { auth: string; p256dh: string }
}

/** The subscription survives a reload, as that of a browser does. */
function installPush(subscription: FakeSubscription) {
  const key = 'push-subscription-of-the-test'
  const found = () =>
    localStorage.getItem(key) === null
      ? null
      : {
          endpoint: subscription.endpoint,
          toJSON: () => subscription,
          unsubscribe: async () => localStorage.removeItem(key)
        }
  const pushManager = {
    getSubscription: async () => found(),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      localStorage.setItem(key, applicationServerKey)
      return found()
    }
  }
  const registration = { pushManager }
  Object.defineProperty(navigator.serviceWorker, 'ready', { value: Promise.resolve(registration) })
  navigator.serviceWorker.getRegistration = async () => registration as unknown as ServiceWorkerRegistration
}

async function riderWithRide(page: Page) {
  const { endpoint, keys } = newDevice()
  await page.addInitScript(installPush, { endpoint, keys })
  const setup = await setUpSignedInRider(page)
  await createPaidRide(setup.rider.token, setup.scooter.id, 2, '10:00', 3)
  await visit(page, '/my-bookings')
  return setup
}

const openPanel = (page: Page) => page.getByRole('button', { name: myBookingsText.manageRide }).first().tap()
const panelOf = (page: Page) => page.getByRole('dialog', { name: myBookingsText.manageRide })
const remindOf = (page: Page) => panelOf(page).getByRole('button', { name: manageRideText.remindOnPhone })
const stopOf = (page: Page) => panelOf(page).getByRole('button', { name: manageRideText.stopReminding })

test(
  'a rider turns reminders on, finds them on later, turns them off by keyboard, and a sign-out ends them',
  NIGHTLY,
  async ({ context, page }) => {
    await context.grantPermissions(['notifications'])
    await riderWithRide(page)
    await openPanel(page)
    await remindOf(page).tap()
    await expectText(page, manageRideText.remindersOn)
    expect(await violationsInBothThemes(page, 'the panel with reminders')).toEqual([])
    expect(await horizontalOverflow(page, 'the panel with reminders')).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: myBookingsText.manageRide }).first().focus()
    await page.keyboard.press('Enter')
    await stopOf(page).focus()
    await page.keyboard.press('Enter')
    await expectText(page, manageRideText.remindersOff)
    await expect(remindOf(page)).toBeFocused()
    await expect(remindOf(page)).not.toHaveAttribute('aria-busy')
    await page.keyboard.press('Enter')
    await expect(stopOf(page)).toBeFocused()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: appShellText.menu }).click()
    await page.locator('header').getByRole('button', { name: appShellText.riderBar.logout }).click()
    await expect(page).toHaveURL(/\/auth/)
    expect(await page.evaluate(() => localStorage.getItem('push-subscription-of-the-test'))).toBeNull()
  }
)
