import { expect, type Locator } from 'playwright/test'
import { clockText, dateText, hoursText, spokenDayText } from '#domain/time/india-time.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as profileText from '#messages/account/profile.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import * as homeText from '#messages/home.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import { accessibilityTree, faultsInLargeText, horizontalOverflow, setTextSize } from '#tests/e2e/helpers/accessible.ts'
import { clickButton, openTab } from '#tests/e2e/helpers/admin.ts'
import {
  chooseRide,
  createOrder,
  createPaidRide,
  dayFromToday,
  expectText,
  payInSandbox,
  pressBookNow
} from '#tests/e2e/helpers/booking.ts'
import { seedAdminSession, setUpSignedInRider, signUpRider, visit } from '#tests/e2e/helpers/people.ts'
import { test } from '#tests/e2e/helpers/test.ts'
import { NIGHTLY } from '#tests/helpers/hardening.ts'

const stylesOf = (locator: Locator) =>
  locator.evaluate(element => {
    const { backgroundColor, borderStyle, color, textDecorationLine } = getComputedStyle(element)
    return { backgroundColor, borderStyle, color, textDecorationLine }
  })

test('with forced colors times look different, and a screen reader reads times, summary and the digits of the PIN', async ({
  page
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  // The rider has selected 10:00 to 11:00 two days ahead. Another rider has booked noon.
  const { property, scooter } = await setUpSignedInRider(page)
  await createOrder((await signUpRider(property.id)).token, scooter.id, 2, '12:00')
  await visit(page, `/booking/${scooter.id}`)
  await chooseRide(page, 2, '10:00', '1 hour')
  const nameOf = (clock: string, reason: string | null = null) =>
    bookingText.timeAccessibleLabel(clockText(clock), spokenDayText(dayFromToday(2)), reason)
  await page.getByRole('button', { name: 'Afternoon' }).click()
  await expect(page.getByRole('radio', { name: nameOf('12:00', bookingText.takenRemark) })).toBeDisabled()
  const slot = (name: string) => page.locator('label').filter({ has: page.getByRole('radio', { name }) })
  const free = await stylesOf(slot(nameOf('13:00')))
  const taken = await stylesOf(slot(nameOf('12:00', bookingText.takenRemark)))
  expect(taken).toMatchObject({ borderStyle: 'dashed', textDecorationLine: 'line-through' })
  expect(taken.color).not.toBe(free.color)
  const open = await stylesOf(page.getByRole('button', { name: 'Afternoon' }))
  const other = await stylesOf(page.getByRole('button', { name: 'Evening' }))
  expect(open.backgroundColor).not.toBe(other.backgroundColor)
  await page.getByRole('button', { name: 'Morning' }).click()
  expect((await stylesOf(slot(nameOf('10:00')))).backgroundColor).not.toBe(free.backgroundColor)
  expect((await stylesOf(slot(nameOf('10:30')))).borderStyle).toBe('double')

  await page.emulateMedia({ forcedColors: 'none' })
  await page.getByRole('button', { name: 'Afternoon' }).click()
  const afternoon = await accessibilityTree(page)
  expect(afternoon).toContain(`radio ${nameOf('12:00', bookingText.takenRemark)}`)
  expect(afternoon).toContain(`radio ${nameOf('13:00')}`)
  await page.getByRole('button', { name: 'Morning' }).click()
  const morning = await accessibilityTree(page)
  expect(morning).toContain(`radio ${nameOf('10:00')}`)
  const summary = [
    [commonText.date, dateText(dayFromToday(2))],
    [commonText.startTime, clockText('10:00')],
    [commonText.endTime, clockText('11:00')],
    [commonText.plan, bookingText.byTheHour],
    [commonText.duration, hoursText(1)],
    [bookingText.totalAmount, '₹50']
  ]
  const summaryNodes = summary.flatMap(([term, value]) => [`term ${term}`, term, value])
  expect(morning.join(' | ')).toContain(summaryNodes.join(' | '))

  await pressBookNow(page)
  await payInSandbox(page)
  await page.waitForURL('/my-bookings')
  await expectText(page, myBookingsText.scooterPin)
  const pin = page.getByText(/^\d{6}$/)
  const digits = await pin.innerText()
  const nodes = await accessibilityTree(page)
  expect(nodes).toContain([...digits].join(' '))
  for (const number of [digits, digits.slice(0, 3)]) expect(nodes).not.toContain(number)
  await pin.click()
  expect(await page.evaluate(() => String(getSelection()))).toBe(digits)
})

test.describe('on a screen of 320 pixels', () => {
  test.use({ viewport: { height: 640, width: 320 } })

  test('no rider screen scrolls horizontally, also with text at 200 %, which cuts no button or name', async ({
    page
  }) => {
    const faults: string[] = []
    const check = async (screen: string) => void faults.push(...(await horizontalOverflow(page, screen)))
    const checkSizes = async (screen: string) => {
      for (const size of ['150%', '200%', '100%']) {
        await setTextSize(page, size)
        await check(`${screen} at ${size}`)
      }
    }
    await visit(page, '/auth')
    await check('sign-in')
    await clickButton(page, authText.createAccount)
    await expectText(page, accountText.fullName)
    await clickButton(page, authText.createAccount)
    await expectText(page, authText.signUpIncomplete)
    await check('sign-up')
    const { rider, scooter } = await setUpSignedInRider(page)
    await createPaidRide(rider.token, scooter.id, 2, '10:00')
    await createOrder(rider.token, scooter.id, 2, '23:00', 3)
    await visit(page, '/')
    await expectText(page, homeText.readyToRide)
    await check('home')
    faults.push(...(await faultsInLargeText(page, 'home')))
    await visit(page, `/booking/${scooter.id}`)
    await chooseRide(page, 3, '23:30', '12 hours')
    await checkSizes('booking')
    await clickButton(page, bookingText.moreDates)
    await expect(page.getByRole('dialog').getByRole('grid')).toBeVisible()
    await check('calendar')
    await visit(page, '/my-bookings')
    await expectText(page, myBookingsText.paymentRequired)
    await expectText(page, myBookingsText.scooterPin)
    await checkSizes('my bookings')
    await visit(page, '/profile')
    await expect(page.getByLabel(accountText.fullName)).toHaveValue('Asha Rao')
    await page.getByLabel(commonText.property, { exact: true }).selectOption({ index: 0 })
    await expectText(page, profileText.propertyChangeWarning)
    await check('profile')
    await visit(page, '/nowhere')
    await expectText(page, appShellText.notFoundTitle)
    await check('404')
    expect(faults).toEqual([])
  })

  test('no portal screen scrolls horizontally', NIGHTLY, async ({ page }) => {
    const faults: string[] = []
    const check = async (screen: string) => void faults.push(...(await horizontalOverflow(page, screen)))
    await visit(page, '/admin/auth')
    await check('admin sign-in')
    await seedAdminSession(page)
    await visit(page, '/admin')
    await expectText(page, dashboardText.scootersNow)
    await check('overview')
    for (const tab of ['properties', 'scooters', 'pricing', 'plans', 'users', 'bookings'] as const) {
      await openTab(page, tab)
      await expect(page.getByRole('table', { name: dashboardText.tabs[tab] })).toBeVisible()
      await check(tab)
    }
    await clickButton(page, dashboardText.views.payments)
    await expect(page.getByRole('table', { name: refundsText.list.all })).toBeVisible()
    await check('refunds')
    await openTab(page, 'plans')
    await clickButton(page, catalogueText.plans.add)
    await expect(page.getByRole('dialog', { name: catalogueText.plans.add })).toBeVisible()
    await check('a form')
    expect(faults).toEqual([])
  })
})
