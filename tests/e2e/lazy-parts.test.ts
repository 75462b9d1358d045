import { expect, type Page } from 'playwright/test'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { chooseRide, dayInStrip, expectText, sandboxDialog } from '#tests/e2e/helpers/booking.ts'
import { setUpSignedInRider, visit, waitForHydration } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

// Code that a page loads with a press, and that does not come although the site answers. A browser that keeps the
// failure needs 'Reload'; what was typed and chosen stands there again.

const press = (page: Page, name: string) => page.getByRole('button', { exact: true, name }).click()

interface Presses {
  /** What is typed and chosen before. */
  choose?: () => Promise<void>
  parts: readonly string[]
  pressed: () => Promise<void>
}

/** Presses while the files of the parts are lost, then 'Reload', then presses again. */
async function pressTwice(page: Page, { choose, parts, pressed }: Presses): Promise<void> {
  const files = new RegExp(`/_astro/(${parts.join('|')})\\.`)
  await page.route(files, route => route.abort())
  await choose?.()
  await pressed()
  await expectText(page, appShellText.pageIncomplete)
  await page.unroute(files)
  await press(page, appShellText.reloadPage)
  await page.waitForEvent('load')
  await waitForHydration(page)
  await pressed()
  await expect(page.getByText(appShellText.pageIncomplete)).toHaveCount(0)
}

test('the sign-in stays until the form of a new account stands in its place', async ({ page }) => {
  await visit(page, '/auth')
  const leastFields = await page.evaluateHandle(() => {
    const least = { count: Number.POSITIVE_INFINITY }
    const look = () => {
      const shown = [...document.querySelectorAll('input')].filter(field => field.checkVisibility())
      least.count = Math.min(least.count, shown.length)
      requestAnimationFrame(look)
    }
    look()
    return least
  })
  await press(page, authText.createAccount)
  await expect(page.getByLabel(accountText.phoneNumber)).toBeVisible()
  expect(await leastFields.evaluate(({ count }) => count)).toBe(2)
})

test('a rider books the ride that was chosen', async ({ page }) => {
  const { scooter } = await setUpSignedInRider(page)
  const pay = page.getByRole('button', {
    name: new RegExp(`${commonText.bookNow}|${paymentsText.completePaymentLabel}`)
  })
  await visit(page, `/booking/${scooter.id}`)
  await page.route('**/_astro/month-calendar.*.js', route => route.abort())
  await press(page, bookingText.moreDates)
  // The native field replaces the calendar.
  await expect(page.getByRole('dialog', { name: bookingText.chooseDate }).getByLabel(commonText.date)).toBeVisible()
  for (const part of ['pay-order', 'sandbox-checkout']) {
    await visit(page, `/booking/${scooter.id}`)
    await pressTwice(page, {
      choose: () => chooseRide(page, 2, '10:00', '3 hours'),
      parts: [part],
      pressed: () => pay.click()
    })
    await expect(sandboxDialog(page)).toBeVisible()
    await expect(dayInStrip(page, 2)).toBeChecked()
    await expect(page.getByRole('combobox', { name: commonText.startTime })).toContainText('10:00')
    await expect(page.getByRole('radio', { name: /^3 hours/ })).toBeChecked()
  }
})
