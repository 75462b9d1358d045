import { expect, type Page } from 'playwright/test'
import { clockOf, clockText, dateText, instantAt } from '#domain/time.ts'
import * as auth from '#messages/auth.ts'
import * as booking from '#messages/booking.ts'
import * as common from '#messages/common.ts'
import * as home from '#messages/home.ts'
import * as mine from '#messages/my-bookings.ts'
import * as profile from '#messages/profile.ts'
import { choose, chooseFree, dayAhead, orderFor, pay, pressBookNow, says, testPayment } from './helpers/booking.ts'
import { type Line, test } from './helpers/line.ts'
import { aPlace, aRider, LICENCE, newEmail, type Rider, riderAtPlace, visit } from './helpers/people.ts'
import { choosePhoto, fillSignUp, submitSignUp } from './helpers/sign-up.ts'

// Spec §8, Rider: every sentence, by a cause that can really happen.

/** As the spec quotes it, and as the product says it. */
const QUOTES = {
  'Booking failed': booking.bookingFailed,
  'Failed to load bookings': mine.loadFailed,
  'Failed to load scooter details': booking.scooterLoadFailed,
  'Failed to load scooters': home.loadFailed,
  'Failed to update profile': profile.saveFailed,
  'License photo upload failed: ': auth.licenceUploadFailed(''),
  'Login failed': auth.loginFailed,
  'Payment cancelled': booking.paymentCancelled,
  'Payment gateway not available': booking.gatewayUnavailable,
  'Payment verification failed. Please contact support.': booking.verificationFailed,
  'Profile updated successfully!': profile.saved,
  'Scooter not found': booking.scooterNotFound,
  'Signup failed': auth.signUpFailed,
  'The scooter is booked between {start} to {end} on {date}': booking.bookedBetween('{start}', '{end}', '{date}'),
  'The scooter is booked between {start} to {end} today': booking.bookedBetween('{start}', '{end}', null),
  'This time slot is already booked': booking.slotTaken,
  'Upload failed: ': auth.uploadFailed(''),
  'User profile not loaded': booking.profileNotLoaded
} as const

/** What the spec asks for without words of its own. */
const RULES = [
  'a 401 on the profile fetch ends the session',
  'cloud storage that is unavailable is told, and the alternative',
  'pricing plans that do not load are only logged',
  'properties that do not load are only logged',
  'the profile that does not load is only logged',
  "the server's detail of a profile save",
  "the server's detail of a sign-in",
  "the server's detail of a sign-up"
] as const

type Point = keyof typeof QUOTES | (typeof RULES)[number]

interface Scene {
  line: Line
  page: Page
  /** The toast that a point of the spec asks for. */
  toasts: (point: Point | Point[], sentence?: string) => Promise<void>
  /** A point that is met without a toast. */
  meets: (point: Point) => void
}

interface Row {
  cause: string
  points: Point[]
  story: (scene: Scene) => Promise<void>
}

const corner = (page: Page) => page.locator('.toast-region')

/** Leaves as soon as it knows that it has nothing to show. */
async function isLedHome(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForURL('/')
}

/** Ends a session on the server, as the rider's other device can. */
async function endSession(page: Page, { token }: Rider): Promise<void> {
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } })
}

const ROWS: Row[] = [
  {
    cause: 'signing up with a photo that is none, an e-mail that is taken, over a line that breaks, without a storage',
    points: [
      'License photo upload failed: ',
      'Upload failed: ',
      "the server's detail of a sign-up",
      'Signup failed',
      'cloud storage that is unavailable is told, and the alternative'
    ],
    story: async ({ line, page, toasts }) => {
      const { email } = await aRider((await aPlace()).property.id)
      await fillSignUp(page, { email })
      await choosePhoto(page, { ...LICENCE, buffer: Buffer.from('<svg/>') })
      await submitSignUp(page)
      const refused = auth.licenceUploadFailed(auth.uploadNotImage)
      await toasts(['License photo upload failed: ', 'Upload failed: '], refused)
      await choosePhoto(page)
      await submitSignUp(page)
      await toasts("the server's detail of a sign-up", auth.emailTaken)
      await page.getByLabel(auth.email).fill(newEmail())
      line.breaks(/\/auth\/signup$/, 'cut')
      await submitSignUp(page)
      await toasts('Signup failed')
      line.breaks(/\/uploads\/license$/, 'unknown')
      await submitSignUp(page)
      const alternative = auth.licenceUploadFailed(auth.storageUnavailable)
      await toasts('cloud storage that is unavailable is told, and the alternative', alternative)
      await expect(page.getByLabel(auth.fullName)).toHaveValue('Asha Rao')
    }
  },
  {
    cause: 'signing in with a wrong password, and over a line that breaks',
    points: ["the server's detail of a sign-in", 'Login failed'],
    story: async ({ line, page, toasts }) => {
      await visit(page, '/auth')
      await page.getByLabel(auth.email).fill('rider@demo.test')
      await page.getByLabel(auth.password, { exact: true }).fill('Wrong@123')
      await page.getByRole('button', { name: auth.signIn }).click()
      await toasts("the server's detail of a sign-in", auth.wrongCredentials)
      line.breaks(/\/auth\/signin$/, 'cut')
      await page.getByRole('button', { name: auth.signIn }).click()
      await toasts('Login failed')
      await expect(page.getByLabel(auth.email)).toHaveValue('rider@demo.test')
    }
  },
  {
    cause: "another property's scooter, and a profile and scooters that the network does not bring",
    points: [
      'Scooter not found',
      'User profile not loaded',
      'Failed to load scooter details',
      'Failed to load scooters'
    ],
    story: async ({ line, page, toasts }) => {
      const elsewhere = await aPlace()
      const { scooter } = await riderAtPlace(page)
      await isLedHome(page, `/booking/${elsewhere.scooter.id}`)
      await toasts('Scooter not found')
      line.breaks(/\/api\/profile$/, 'cut')
      await isLedHome(page, `/booking/${scooter.id}`)
      await toasts('User profile not loaded')
      line.mends()
      line.breaks(/\/scooters$/, 'gateway')
      await isLedHome(page, `/booking/${scooter.id}`)
      await toasts('Failed to load scooter details')
      await toasts('Failed to load scooters')
      line.mends()
      await page.getByRole('button', { name: common.tryAgain }).click()
      await says(page, scooter.name)
    }
  },
  {
    cause: 'a faster rider, today and on another date, and a backend that does not tell when',
    points: [
      'The scooter is booked between {start} to {end} on {date}',
      'This time slot is already booked',
      'The scooter is booked between {start} to {end} today'
    ],
    story: async ({ line, page, toasts }) => {
      // Late in the evening nobody can book today any more: then the device's clock is a day ahead.
      const today = clockOf(new Date()) < '22:30' ? 0 : 1
      if (today > 0) await page.clock.setFixedTime(instantAt(dayAhead(today), '10:00'))
      const { property, scooter } = await riderAtPlace(page)
      const { token } = await aRider(property.id)
      await visit(page, `/booking/${scooter.id}`)
      await chooseFree(page, 3, '19:00', '3 hours')
      await orderFor(page, token, scooter.id, 3, '20:00')
      await pressBookNow(page)
      const then = booking.bookedBetween(clockText('20:00'), clockText('21:00'), dateText(dayAhead(3)))
      await toasts('The scooter is booked between {start} to {end} on {date}', then)
      line.breaks(/\/bookings\/hourly$/, 'bare')
      await pressBookNow(page)
      await toasts('This time slot is already booked')
      line.mends()
      await chooseFree(page, today, '23:30', '1 hour')
      await orderFor(page, token, scooter.id, today, '23:30')
      await pressBookNow(page)
      const tonight = booking.bookedBetween(clockText('23:30'), clockText('00:30'), null)
      await toasts('The scooter is booked between {start} to {end} today', tonight)
    }
  },
  {
    cause: 'an order and a payment script that the network does not bring, and a dialog that is closed',
    points: ['Booking failed', 'Payment gateway not available', 'Payment cancelled'],
    story: async ({ line, page, toasts }) => {
      const { scooter } = await riderAtPlace(page)
      await visit(page, `/booking/${scooter.id}`)
      await choose(page, 2, '10:00', '1 hour')
      line.breaks(/\/bookings\/hourly$/, 'cut')
      await pressBookNow(page)
      await toasts('Booking failed')
      line.mends()
      line.breaks(/\/_astro\/sandbox-checkout\./, 'cut')
      await pressBookNow(page)
      await toasts('Payment gateway not available')
      line.mends()
      // The sandbox's script is a module: what a page could not load once, it does not ask for again.
      await visit(page, `/booking/${scooter.id}`)
      await choose(page, 2, '10:00', '1 hour')
      await pressBookNow(page)
      await expect(testPayment(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await toasts('Payment cancelled')
      await expect(testPayment(page)).toBeHidden()
      await expect(page.getByRole('radio', { name: /^1 hour/ })).toBeChecked()

      await visit(page, '/my-bookings')
      await says(page, mine.completeToConfirm)
      await expect(page.getByRole('timer')).toHaveText(/^0[45]:\d\d$/)
      await page.getByRole('button', { name: mine.completePayment }).click()
      await pay(page)
      await says(page, mine.scooterPin)
    }
  },
  {
    cause: 'a payment that the server does not hear of from the browser, but then from the provider',
    points: ['Payment verification failed. Please contact support.'],
    story: async ({ line, page, toasts }) => {
      const { rider, scooter } = await riderAtPlace(page)
      await visit(page, `/booking/${scooter.id}`)
      await choose(page, 2, '10:00', '1 hour')
      line.breaks(/\/bookings\/payment-success$/, 'gateway')
      const ordered = page.waitForResponse('**/api/bookings/hourly')
      const paid = page.waitForResponse('**/api/sandbox/orders/*/pay')
      await pressBookNow(page)
      await pay(page)
      await toasts('Payment verification failed. Please contact support.')
      const { session_id } = (await (await ordered).json()) as { session_id: string }
      const receipt = (await (await paid).json()) as { razorpay_payment_id: string }
      await says(page, booking.paymentReference(receipt.razorpay_payment_id))

      await visit(page, '/my-bookings')
      await says(page, mine.confirmingPayment)
      await expect(page.getByRole('button', { name: mine.completePayment })).toBeHidden()
      line.mends()
      const headers = { authorization: `Bearer ${rider.token}` }
      await page.request.post('/api/bookings/payment-success', { headers, multipart: { ...receipt, session_id } })
      await says(page, booking.paymentSucceeded)
      await says(page, mine.scooterPin)
    }
  },
  {
    cause: 'bookings that the network does not bring again, and that stay on screen',
    points: ['Failed to load bookings'],
    story: async ({ line, page, toasts }) => {
      await riderAtPlace(page)
      let answers = 0
      page.on('response', answer => {
        if (answer.url().endsWith('/api/my-bookings')) answers += 1
      })
      await visit(page, '/my-bookings')
      await says(page, mine.emptyTitle)
      // The first answer, and the one half a second after arriving.
      await expect.poll(() => answers).toBe(2)
      line.breaks(/\/api\/my-bookings$/, 'cut')
      await page.getByRole('button', { exact: true, name: mine.refresh }).click()
      await toasts('Failed to load bookings')
      await says(page, mine.emptyTitle)
    }
  },
  {
    cause: 'saving the profile with an e-mail that is taken, over a line that breaks, and at last',
    points: ["the server's detail of a profile save", 'Failed to update profile', 'Profile updated successfully!'],
    story: async ({ line, page, toasts }) => {
      const { property: next } = await aPlace()
      const { property, rider } = await riderAtPlace(page)
      const other = await aRider(property.id)
      const save = page.getByRole('button', { name: profile.save })
      const email = page.getByLabel(auth.email)
      await visit(page, '/profile')
      await page.getByLabel(auth.fullName).fill('Asha R. Rao')
      await page.getByLabel(auth.property, { exact: true }).selectOption({ label: auth.propertyOption(next) })
      await email.fill(other.email)
      await save.click()
      await toasts("the server's detail of a profile save", auth.emailTaken)
      await expect(email).toHaveAccessibleDescription(auth.emailTaken)
      await expect(email).toBeFocused()
      await email.fill(rider.email)
      line.breaks(/\/api\/profile$/, 'cut')
      await save.click()
      await toasts('Failed to update profile')
      await expect(page.locator('form').getByText(profile.saveFailed)).toBeVisible()
      await expect(page.getByLabel(auth.fullName)).toHaveValue('Asha R. Rao')
      await expect(page.getByLabel(auth.property, { exact: true })).toHaveValue(next.id)
      line.mends()
      await save.click()
      await toasts('Profile updated successfully!')
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('heading', { level: 1, name: next.name })).toBeVisible()
    }
  },
  {
    cause: 'plans, properties and a profile that the network does not bring, and a session that has ended elsewhere',
    points: [
      'pricing plans that do not load are only logged',
      'properties that do not load are only logged',
      'the profile that does not load is only logged',
      'a 401 on the profile fetch ends the session'
    ],
    story: async ({ line, meets, page, toasts }) => {
      const { property, rider, scooter } = await riderAtPlace(page)
      const logged: string[] = []
      page.on('console', said => said.type() === 'error' && logged.push(said.text()))
      const isLogged = (path: RegExp) => expect.poll(() => logged.some(line => path.test(line))).toBe(true)
      const onlyToastIs = async (sentence: string) => {
        await expect(corner(page).getByText(sentence)).toBeVisible()
        expect(await corner(page).locator('p').allTextContents()).toEqual([sentence])
      }
      line.breaks(/\/pricing-plans$/, 'cut')
      await visit(page, `/booking/${scooter.id}`)
      await expect(page.getByRole('radio', { name: /^12 hours/ })).toBeVisible()
      await isLogged(/GET.*\/pricing-plans/)
      await pressBookNow(page)
      await onlyToastIs(booking.choosePlanFirst)
      meets('pricing plans that do not load are only logged')

      line.breaks(/\/api\/(profile|properties)$/, 'cut')
      await visit(page, '/profile')
      await says(page, profile.loadFailed)
      await isLogged(/GET.*\/api\/profile/)
      await isLogged(/GET.*\/api\/properties"/)
      line.mends()
      line.breaks(/\/api\/properties$/, 'cut')
      await page.getByRole('button', { name: common.tryAgain }).click()
      await says(page, auth.propertiesMissing)
      await page.getByLabel(auth.fullName).fill('Asha R. Rao')
      await page.getByRole('button', { name: profile.save }).click()
      await onlyToastIs(profile.saved)
      meets('the profile that does not load is only logged')
      meets('properties that do not load are only logged')
      line.mends()
      await page.getByRole('button', { name: common.tryAgain }).click()
      await expect(page.getByLabel(auth.property, { exact: true }).locator('option:checked')).toHaveText(
        auth.propertyOption(property)
      )
      await expect(page.getByLabel(auth.fullName)).toHaveValue('Asha R. Rao')

      await endSession(page, rider)
      await page.goto('/profile')
      await expect(page).toHaveURL('/auth?next=/profile')
      await toasts('a 401 on the profile fetch ends the session', common.sessionEnded)
    }
  }
]

/** The quote with anything in its gaps; the reason after it may follow, and a prefix may stand before it. */
function wordingOf(quote: string): RegExp {
  const parts = quote.split(/\{\w+\}/).map(part => part.replace(/[.?]/g, '\\$&'))
  return new RegExp(parts.join('.+'), 'i')
}

test('every sentence of the catalogue is in the spec’s words, and in one row', () => {
  for (const [quote, sentence] of Object.entries(QUOTES)) expect(sentence).toBe(quote)
  const points = ROWS.flatMap(row => row.points)
  expect(points.toSorted()).toEqual([...Object.keys(QUOTES), ...RULES].toSorted())
})

for (const { cause, points, story } of ROWS) {
  test(cause, async ({ line, page }) => {
    const met: Point[] = []
    await story({
      line,
      meets: point => void met.push(point),
      page,
      toasts: async (told, sentence = String(told)) => {
        for (const point of [told].flat()) {
          if (point in QUOTES) expect(sentence).toMatch(wordingOf(point))
          met.push(point)
        }
        await expect(corner(page).getByText(sentence).first()).toBeVisible()
      }
    })
    expect(met.toSorted()).toEqual(points.toSorted())
  })
}
