import { expect, type Page, test } from 'playwright/test'
import { clockText, dateText, hoursText, instantAt } from '#domain/time.ts'
import * as booking from '#messages/booking.ts'
import * as mine from '#messages/my-bookings.ts'
import { faultsOf } from './helpers/accessible.ts'
import { choose, dayAhead, orderFor, pay, pressBookNow, says, testPayment } from './helpers/booking.ts'
import { aRider, riderAtPlace, visit } from './helpers/people.ts'

const slot = (page: Page, clock: string, reason: string) =>
  page.getByRole('radio', { exact: true, name: booking.timeNotFree(clockText(clock), reason) })
const openDay = (page: Page, days: number) => page.getByRole('radio', { name: dateText(dayAhead(days)) }).check()
const openPeriod = (page: Page, period: string) => page.getByRole('button', { name: period }).click()

/** What the server answers for every date: these windows of the day so many days ahead. */
async function takenOn(page: Page, days: number, windows: readonly (readonly [from: string, hours: number])[]) {
  const busy = windows.map(([from, hours]) => {
    const start = instantAt(dayAhead(days), from)
    return { end_time: new Date(start.getTime() + hours * 3_600_000).toISOString(), start_time: start.toISOString() }
  })
  await page.route('**/availability?*', route => route.fulfill({ json: { busy } }))
}

test("another rider's time is drawn as taken, and what does not fit before it says why", async ({ page }) => {
  const { property, scooter } = await riderAtPlace(page)
  const faster = await aRider(property.id)
  await orderFor(page, faster.token, scooter.id, 3, '20:00')
  await visit(page, `/booking/${scooter.id}`)
  await openDay(page, 3)
  await openPeriod(page, 'Evening')
  await expect(slot(page, '20:00', booking.taken)).toBeDisabled()
  await expect(slot(page, '20:30', booking.taken)).toBeDisabled()
  await expect(slot(page, '19:30', booking.tooShort)).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Evening' })).toContainText(booking.freeCount(9))
  await expect(
    page.getByRole('option', { name: booking.timeNotFree(clockText('20:00'), booking.taken) })
  ).toBeDisabled()

  await choose(page, 3, '19:00', '1 hour')
  await says(page, booking.takenFrom(clockText('20:00')))
  await expect(page.getByRole('radio', { name: /^3 hours/ })).toBeDisabled()
  expect(await faultsOf(page, 'taken times')).toEqual([])
  await pressBookNow(page)
  await expect(testPayment(page)).toBeVisible()
})

test("the rider's own hold is not in his way", async ({ page }) => {
  const { rider, scooter } = await riderAtPlace(page)
  await orderFor(page, rider.token, scooter.id, 2, '20:00')
  await visit(page, `/booking/${scooter.id}`)
  await choose(page, 2, '20:00', '1 hour')
  await pressBookNow(page)
  await expect(testPayment(page)).toBeVisible()
})

test('a conflict draws the times anew, and the next free one is a tap away', async ({ page }) => {
  const { property, scooter } = await riderAtPlace(page)
  const faster = await aRider(property.id)
  await visit(page, `/booking/${scooter.id}`)
  await choose(page, 3, '20:00', '3 hours')
  await orderFor(page, faster.token, scooter.id, 3, '20:00')
  await pressBookNow(page)
  await expect(slot(page, '20:00', booking.taken)).toBeDisabled()
  await says(page, booking.bookedBetween(clockText('20:00'), clockText('21:00'), dateText(dayAhead(3))))
  await expect(page.getByRole('radio', { name: dateText(dayAhead(3)) })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^3 hours/ })).toBeChecked()
  await page.getByRole('button', { name: booking.nextFree(clockText('21:00'), null) }).click()
  await expect(page.getByRole('combobox', { name: booking.startTime })).toHaveValue('21:00')
  await pressBookNow(page)
  await expect(testPayment(page)).toBeVisible()
})

test('a chosen time that is taken on another date is cleared, and that is said', async ({ page }) => {
  const { scooter } = await riderAtPlace(page)
  await takenOn(page, 4, [['18:00', 3]])
  await visit(page, `/booking/${scooter.id}`)
  await choose(page, 2, '19:00', '1 hour')
  await openDay(page, 4)
  await says(page, booking.timeTaken(clockText('19:00')))
  await expect(page.getByRole('combobox', { name: booking.startTime })).toHaveValue('')
})

test('a date that is taken leads to the next free time with one tap', async ({ page }) => {
  const { scooter } = await riderAtPlace(page)
  await takenOn(page, 3, [['00:00', 33]])
  await visit(page, `/booking/${scooter.id}`)
  await openDay(page, 3)
  await says(page, booking.dayFull(hoursText(1)))
  await page.getByRole('button', { name: /^Next free: .* 9:00/ }).click()
  await expect(page.getByRole('radio', { name: dateText(dayAhead(4)) })).toBeChecked()
  await expect(page.getByRole('combobox', { name: booking.startTime })).toHaveValue('09:00')
})

test('without an answer about what is taken everything can be chosen, and nothing is said', async ({ page }) => {
  const { scooter } = await riderAtPlace(page)
  await page.route('**/availability?*', route => route.fulfill({ body: '<h1>502</h1>', status: 502 }))
  await visit(page, `/booking/${scooter.id}`)
  await choose(page, 2, '10:00', '1 hour')
  await expect(page.getByText(booking.legendFree, { exact: true })).toBeVisible()
  await expect(page.getByText(booking.legendTaken, { exact: true })).toBeHidden()
  await pressBookNow(page)
  await expect(testPayment(page)).toBeVisible()
})

test('a booking given up is asked about first, and its time is free for others', async ({ page }) => {
  const { property, rider, scooter } = await riderAtPlace(page)
  await orderFor(page, rider.token, scooter.id, 2, '20:00')
  await visit(page, '/my-bookings')
  const ask = page.getByRole('button', { name: mine.giveUp })
  await ask.click()
  const question = page.getByRole('alertdialog', { name: mine.giveUpQuestion })
  await question.getByRole('button', { name: mine.keepBooking }).click()
  await expect(question).toBeHidden()
  await expect(ask).toBeFocused()
  await ask.click()
  await question.getByRole('button', { exact: true, name: mine.giveUpNow }).click()
  await says(page, booking.holdGivenUp)
  await says(page, mine.ridesCount(mine.notCompleted, 1))
  await expect(page.getByText(mine.paymentRequired)).toBeHidden()
  await orderFor(page, (await aRider(property.id)).token, scooter.id, 2, '20:00')
})

test('a payment that could not be verified is waited for, not asked for again', async ({ page }) => {
  const { scooter } = await riderAtPlace(page)
  await page.route('**/api/bookings/payment-success', route => route.fulfill({ body: '<h1>502</h1>', status: 502 }))
  await visit(page, `/booking/${scooter.id}`)
  await choose(page, 2, '10:00', '1 hour')
  await pressBookNow(page)
  await pay(page)
  await says(page, booking.verificationFailed)

  await visit(page, '/my-bookings')
  await says(page, mine.confirmingPayment)
  await expect(page.getByRole('button', { name: mine.completePayment })).toBeHidden()
  await page.route('**/api/my-bookings', async route => {
    const reply = await route.fetch()
    const [unpaid] = (await reply.json()) as object[]
    await route.fulfill({ json: [{ ...unpaid, otp_pin: '482915', payment_status: 'Completed' }], response: reply })
  })
  await says(page, booking.paymentSucceeded)
  await says(page, mine.scooterPin)
})
