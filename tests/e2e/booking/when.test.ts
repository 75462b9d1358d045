import { expect, type Page } from 'playwright/test'
import { clockText } from '#domain/time/india-time.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import * as commonText from '#messages/common.ts'
import * as homeText from '#messages/home.ts'
import { faultsOf } from '#tests/e2e/helpers/accessible.ts'
import {
  chooseRideWhenFree,
  createOrder,
  dayFromToday,
  dayInStrip,
  expectText,
  payInSandbox,
  pressBookNow
} from '#tests/e2e/helpers/booking.ts'
import { createScooter, setUpSignedInRider, signUpRider, visit, visitUnhydrated } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'

const card = (page: Page, scooter: { name: string }) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { exact: true, name: scooter.name }) })
const when = (page: Page) => page.getByRole('button', { name: homeText.when })
const day = (page: Page) => page.getByRole('combobox', { name: commonText.date })
const startTime = (page: Page) => page.getByRole('combobox', { name: commonText.startTime })

/** A property with two scooters, of which another rider has the first. */
async function twoScooters(page: Page, hours: 3 | 12) {
  const { property, rider, scooter: taken } = await setUpSignedInRider(page)
  const free = await createScooter(property.id, `${taken.name} second`)
  const faster = await signUpRider(property.id)
  const take = () => createOrder(faster.token, taken.id, 3, '10:00', hours)
  return { free, rider, take, taken }
}

test('a rider chooses a time on Home, and takes a scooter that is free then', async ({ page }) => {
  const { free, take, taken } = await twoScooters(page, 3)
  await take()
  // The first press on the page also starts it.
  const start = await visitUnhydrated(page, '/')
  await when(page).click()
  start()
  await day(page).selectOption(dayFromToday(3))
  await startTime(page).selectOption({ label: clockText('10:30') })
  await expect(card(page, taken)).toContainText(bookingBlocksText.freeFrom(clockText('13:00')))
  await expect(card(page, free)).toContainText(bookingBlocksText.freeFor('10:30 – 11:30 am'))
  await expect(page.getByRole('heading', { name: homeText.availableScooters(1) })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(free.name)
  expect(await faultsOf(page, 'Home at a chosen time')).toEqual([])

  await card(page, free).getByRole('link', { name: commonText.bookNow }).click()
  await expect(dayInStrip(page, 3)).toBeChecked()
  await expect(startTime(page)).toHaveValue('10:30')
  await page.goBack()
  await expect(startTime(page)).toHaveValue('10:30')
  await card(page, free).getByRole('link', { name: commonText.bookNow }).click()
  await pressBookNow(page)
  await payInSandbox(page)
  await expect(page).toHaveURL('/my-bookings')
  await expect(page.getByRole('article').filter({ hasText: free.name })).toBeVisible()
})

test('where no scooter is free, the next time is one press away and leaves the focus on the page', async ({ page }) => {
  const { property, scooter } = await setUpSignedInRider(page)
  await createOrder((await signUpRider(property.id)).token, scooter.id, 3, '10:00', 3)
  await visit(page, '/')
  await when(page).click()
  await day(page).selectOption(dayFromToday(3))
  await startTime(page).selectOption({ label: clockText('10:00') })
  await expectText(page, bookingBlocksText.noneFree)
  expect(await faultsOf(page, 'no scooter is free')).toEqual([])
  await page.getByRole('button', { exact: true, name: clockText('13:00') }).press('Enter')
  await expect(card(page, scooter)).toContainText(bookingBlocksText.freeFor('1:00 – 2:00 pm'))
  await expect(page.locator('#content')).toBeFocused()
})

test('a rider whom another one outruns takes another scooter at the same time', async ({ page }) => {
  const { free, take, taken } = await twoScooters(page, 12)
  await visit(page, `/booking/${taken.id}`)
  await chooseRideWhenFree(page, 3, '10:00', '3 hours')
  await take()
  await pressBookNow(page)
  await expectText(page, bookingBlocksText.freeThen(free.name))
  expect(await faultsOf(page, 'another scooter')).toEqual([])
  await page.getByRole('link', { name: bookingBlocksText.take(free.name) }).click()
  await expect(page.getByRole('heading', { level: 1, name: free.name })).toBeVisible()
  await expect(startTime(page)).toHaveValue('10:00')
  await expect(page.getByRole('radio', { name: /^3 hours/ })).toBeChecked()
})
