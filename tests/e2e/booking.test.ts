import { expect, test } from 'playwright/test'
import { dateText } from '#domain/time.ts'
import * as booking from '#messages/booking.ts'
import * as mine from '#messages/my-bookings.ts'
import * as sandbox from '#messages/sandbox.ts'
import { choose, dayAhead, orderFor, pay, pressBookNow, says, testPayment } from './helpers/booking.ts'
import { alreadySignedIn, aPlace, aRider, riderAtPlace, visit } from './helpers/people.ts'

test('the next rider is told which window is taken, and keeps what he chose', async ({ page }) => {
  const { property, scooter } = await riderAtPlace(page)
  const faster = await aRider(property.id)
  await visit(page, `/booking/${scooter.id}`)
  await choose(page, 3, '19:00', '3 hours')
  await orderFor(page, faster.token, scooter.id, 3, '20:00')
  await pressBookNow(page)
  await says(page, booking.bookedBetween('8:00\u00a0pm', '9:00\u00a0pm', dateText(dayAhead(3))))
  await expect(page.getByRole('combobox', { name: booking.startTime })).not.toHaveValue('')
  await choose(page, 3, '21:00', '3 hours')
  await pressBookNow(page)
  await expect(testPayment(page)).toBeVisible()
})

test("a window of today is told as 'today'", async ({ page }) => {
  const { scooter } = await riderAtPlace(page)
  await visit(page, `/booking/${scooter.id}`)
  await choose(page, 1, '10:00', '1 hour')
  const now = new Date()
  await page.route('**/api/bookings/hourly', route =>
    route.fulfill({
      headers: { 'x-conflict-end': now.toISOString(), 'x-conflict-start': now.toISOString() },
      json: { detail: booking.bookingConflict },
      status: 400
    })
  )
  await pressBookNow(page)
  await says(page, /The scooter is booked between .* to .* today/)
})

test('a conflict without its headers is told all the same', async ({ page }) => {
  const { scooter } = await riderAtPlace(page)
  await page.route('**/api/bookings/hourly', route =>
    route.fulfill({ json: { detail: booking.bookingConflict }, status: 400 })
  )
  await visit(page, `/booking/${scooter.id}`)
  await choose(page, 1, '10:00', '1 hour')
  await pressBookNow(page)
  await says(page, booking.slotTaken)
})

test('pressing Book Now early asks for what is missing', async ({ page }) => {
  const { scooter } = await riderAtPlace(page)
  await visit(page, `/booking/${scooter.id}`)
  await pressBookNow(page)
  await says(page, booking.choosePlanFirst)
})

test('a failed attempt and a second one in the same dialog end in a paid booking', async ({ page }) => {
  const { scooter } = await riderAtPlace(page)
  await visit(page, `/booking/${scooter.id}`)
  await choose(page, 2, '10:00', '1 hour')
  await pressBookNow(page)
  await testPayment(page).getByRole('button', { name: sandbox.fail }).click()
  await says(page, sandbox.declined)
  await pay(page)
  await expect(page).toHaveURL('/my-bookings')
  await says(page, mine.scooterPin)
})

test('a dismissed dialog keeps the form, and My Bookings completes the payment', async ({ page }) => {
  const { scooter } = await riderAtPlace(page)
  await visit(page, `/booking/${scooter.id}`)
  await choose(page, 2, '10:00', '1 hour')
  await pressBookNow(page)
  await expect(testPayment(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await says(page, booking.paymentCancelled)
  await expect(testPayment(page)).toBeHidden()
  await expect(page.getByRole('radio', { name: /^1 hour/ })).toBeChecked()

  await visit(page, '/my-bookings')
  await says(page, mine.paymentRequired)
  await says(page, mine.completeToConfirm)
  await expect(page.getByRole('timer')).toHaveText(/^0[45]:\d\d$/)
  await page.getByRole('button', { name: mine.completePayment }).click()
  await pay(page)
  await says(page, mine.scooterPin)
})

test('two quick presses make one order', async ({ page }) => {
  const { scooter } = await riderAtPlace(page)
  let orders = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/bookings/hourly')) orders += 1
  })
  await visit(page, `/booking/${scooter.id}`)
  await choose(page, 2, '10:00', '1 hour')
  await page.getByRole('button', { name: booking.bookNow }).dblclick()
  await expect(testPayment(page)).toBeVisible()
  expect(orders).toBe(1)
})

test('a verification that fails says so and where to turn', async ({ page }) => {
  const { scooter } = await riderAtPlace(page)
  await page.route('**/api/bookings/payment-success', route => route.fulfill({ body: '<h1>502</h1>', status: 502 }))
  await visit(page, `/booking/${scooter.id}`)
  await choose(page, 2, '10:00', '1 hour')
  await pressBookNow(page)
  await pay(page)
  await says(page, booking.verificationFailed)
})

test('without the payment script there is no gateway', async ({ page }) => {
  const { scooter } = await riderAtPlace(page)
  await page.route('https://checkout.razorpay.com/**', route => route.abort())
  await page.route('**/api/bookings/hourly', async route => {
    const reply = await route.fetch()
    await route.fulfill({ json: { ...(await reply.json()), razorpay_key: 'rzp_test_elsewhere' }, response: reply })
  })
  await visit(page, `/booking/${scooter.id}`)
  await choose(page, 2, '10:00', '1 hour')
  await pressBookNow(page)
  await says(page, booking.gatewayUnavailable)
})

test('a booking that fails without a word of the server says so itself', async ({ page }) => {
  const { scooter } = await riderAtPlace(page)
  await page.route('**/api/bookings/hourly', route => route.abort())
  await visit(page, `/booking/${scooter.id}`)
  await choose(page, 2, '10:00', '1 hour')
  await pressBookNow(page)
  await says(page, booking.bookingFailed)
  await expect(page.getByRole('button', { name: booking.bookNow })).toBeVisible()
})

test('a plan of the day is offered instead of durations, and only on its days', async ({ page }) => {
  const { scooter } = await riderAtPlace(page)
  const plan = { cost: 135, hours: 3, id: 'p1', name: 'Errand Run' }
  await page.route('**/pricing-plans?*', route => {
    const isThen = route.request().url().includes(dayAhead(2))
    return route.fulfill({ json: { pricing_plans: isThen ? [plan] : [] } })
  })
  await visit(page, `/booking/${scooter.id}`)
  await expect(page.getByRole('radio', { name: /^12 hours/ })).toBeVisible()
  await page.getByRole('radio', { name: dateText(dayAhead(2)) }).check()
  await expect(page.getByRole('radio', { name: /^Errand Run.*₹135/ })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^12 hours/ })).toBeHidden()
})

test('another price than the one shown is asked about before the dialog opens', async ({ page }) => {
  const { scooter } = await riderAtPlace(page)
  await page.route('**/pricing', route => route.abort())
  await page.route('**/api/bookings/hourly', async route => {
    const reply = await route.fetch()
    await route.fulfill({ json: { ...(await reply.json()), amount: 7500 }, response: reply })
  })
  await visit(page, `/booking/${scooter.id}`)
  await choose(page, 2, '10:00', '1 hour')
  await pressBookNow(page)
  await says(page, '₹75')
  await expect(testPayment(page)).toBeHidden()
})

test.describe('what cannot be booked leads back with a sentence', () => {
  test('a scooter of another property', async ({ page }) => {
    const { scooter } = await aPlace()
    await riderAtPlace(page)
    await visit(page, '/')
    await visit(page, `/booking/${scooter.id}`)
    await says(page, booking.scooterNotFound)
    await expect(page).toHaveURL('/')
  })

  test('scooters that do not load', async ({ page }) => {
    const { scooter } = await riderAtPlace(page)
    await page.route('**/scooters', route => route.abort())
    await visit(page, `/booking/${scooter.id}`)
    await says(page, booking.scooterLoadFailed)
    await expect(page).toHaveURL('/')
  })

  test('a profile that does not load', async ({ page }) => {
    const { scooter } = await riderAtPlace(page)
    await page.route('**/api/profile', route => route.fulfill({ json: { detail: 'x' }, status: 500 }))
    await visit(page, `/booking/${scooter.id}`)
    await says(page, booking.profileNotLoaded)
    await expect(page).toHaveURL('/')
  })
})

test('a session that the server ended leads to the sign-in with a sentence', async ({ page }) => {
  const { rider, scooter } = await riderAtPlace(page)
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${rider.token}` } })
  await alreadySignedIn(page, rider)
  await visit(page, `/booking/${scooter.id}`)
  await expect(page).toHaveURL(`/auth?next=/booking/${scooter.id}`)
  await says(page, 'Your session has ended')
})
