import { expect, type Locator, type Page } from 'playwright/test'
import { clockText, dateText } from '#domain/time/india-time.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as receiptsText from '#messages/receipts.ts'
import { accessibilityViolations, setTextSize } from '#tests/e2e/helpers/accessible.ts'
import { createPaidRide, dayFromToday, expectText } from '#tests/e2e/helpers/booking.ts'
import { test } from '#tests/e2e/helpers/fault-proxy.ts'
import { callAsAdmin, setUpSignedInRider, visit } from '#tests/e2e/helpers/people.ts'

const NOTE = 'Basement 1, beside the lift'

async function riderWithRide(page: Page) {
  const setup = await setUpSignedInRider(page)
  await callAsAdmin('PUT', `/properties/${setup.property.id}`, { parking_note: NOTE })
  await callAsAdmin('PUT', `/properties/${setup.property.id}/settings`, { late_cancel_percent: 50 })
  const id = await createPaidRide(setup.rider.token, setup.scooter.id, 2, '10:00', 3)
  await visit(page, '/my-bookings')
  return { ...setup, card: page.getByRole('article').filter({ hasText: setup.scooter.name }), id }
}

/** Opens the panel of a ride by keyboard and moves the focus to this action. */
async function focusAction(page: Page, manageRide: Locator, action: string): Promise<Locator> {
  await manageRide.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: myBookingsText.manageRide })
  await expect(panel.getByRole('button', { name: manageRideText.addToCalendar })).toBeFocused()
  const { remindOnPhone } = manageRideText
  const { extend } = rideCardText
  const actions = [extend, remindOnPhone, myBookingsText.getHelp, receiptsText.receipt, commonText.cancelBooking]
  for (const _ of actions.slice(0, actions.indexOf(action) + 1)) await page.keyboard.press('Tab')
  await expect(panel.getByRole('button', { name: action })).toBeFocused()
  return panel
}

test('a paid card shows the ride, and its panel leads to help and a cancellation by keyboard, after a failed load', async ({
  faultProxy,
  page
}) => {
  const { card, id, property, scooter } = await riderWithRide(page)
  for (const shown of ['3 hours', '₹140', NOTE, dateText(dayFromToday(2)), clockText('13:00')])
    await expect(card).toContainText(shown)
  await expect(card).toContainText(`${myBookingsText.readyForUse} · Starts`)
  await expect(card).toContainText(myBookingsText.referenceText(id))
  const map = card.getByRole('link', { name: property.name })
  await expect(map).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=/)
  await expect(map).toHaveAttribute('target', '_blank')

  const manageRide = card.getByRole('button', { name: myBookingsText.manageRide })
  faultProxy.fail(/\/_astro\/all-dialogs\./, 'cut')
  await manageRide.click()
  await expectText(page, appShellText.pageIncomplete)
  await page.getByRole('button', { name: appShellText.dismiss }).click()
  faultProxy.restore()

  await focusAction(page, manageRide, myBookingsText.getHelp)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: manageRideText.helpTitle })
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  for (const shown of [scooter.name, NOTE, myBookingsText.referenceText(id)]) await expect(dialog).toContainText(shown)
  expect(await accessibilityViolations(page, 'the help')).toEqual([])
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: commonText.close })).toBeFocused()
  await page.keyboard.press('Tab')
  const chat = dialog.getByRole('link', { name: commonText.chatWithSupport })
  await expect(chat).toBeFocused()
  const message = myBookingsText.bookingSupportRequest(scooter.name, dateText(dayFromToday(2)), id)
  await expect(chat).toHaveAttribute('href', `https://wa.me/919845012345?text=${encodeURIComponent(message)}`)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(manageRide).toBeFocused()

  const panel = await focusAction(page, manageRide, commonText.cancelBooking)
  await expect(panel).toContainText(`${myBookingsText.paidLabel} ₹140`)
  expect(await accessibilityViolations(page, 'the panel of a ride')).toEqual([])
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: commonText.cancelQuestion })
  await expect(question).toContainText(manageRideText.refundOf(140, 140))
  await expect(question).toContainText(/A full refund is possible until .*9:00\s*am/)
  await expect(question.getByRole('button', { name: commonText.keepBooking })).toBeFocused()
  expect(await accessibilityViolations(page, 'the question before a cancellation')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(manageRide).toBeFocused()
  await focusAction(page, manageRide, commonText.cancelBooking)
  await page.keyboard.press('Enter')
  await expect(question.getByRole('button', { name: commonText.keepBooking })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectText(page, manageRideText.cancelledWithRefund(140))
  const notice = page.getByRole('article').filter({ hasText: myBookingsText.cancelledByRider })
  await expect(notice).toContainText(scooter.name)
  await expect(notice).toContainText(/₹140 (is being|was) refunded/)
})

test('two upcoming rides after the next one fit on a phone, and a PIN its box with text of twice the size', async ({
  page
}) => {
  const { card, rider, scooter } = await riderWithRide(page)
  await createPaidRide(rider.token, scooter.id, 3, '10:00', 3)
  await createPaidRide(rider.token, scooter.id, 4, '10:00', 3)
  for (const [width, height] of [
    [412, 823],
    [360, 780]
  ] as const) {
    await page.setViewportSize({ height, width })
    await visit(page, '/my-bookings')
    await expect(card).toHaveCount(3)
    await card.nth(1).evaluate(element => element.scrollIntoView({ block: 'start' }))
    const bar = await page.locator('header').first().boundingBox()
    const [first, last] = [await card.nth(1).boundingBox(), await card.nth(2).boundingBox()]
    if (!bar || !first || !last) throw new Error('the cards are not on screen')
    expect(last.y + last.height - first.y).toBeLessThanOrEqual(height - bar.height)
  }
  await setTextSize(page, '200%')
  for (const each of await card.all()) {
    const overflow = await each.getByText(/^\d{6}$/).evaluate(pin => {
      const digits = document.createRange()
      digits.selectNodeContents(pin)
      const block = pin.parentElement as Element
      const { paddingLeft, paddingRight } = getComputedStyle(block)
      const inside = block.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      return digits.getBoundingClientRect().width - inside
    })
    expect(overflow).toBeLessThanOrEqual(0)
  }
})
