// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signIn, signInAdmin } from '#contract/auth.ts'
import { cancelBooking, listMyBookings, resumeBooking } from '#contract/bookings.ts'
import { getPropertyPricing } from '#contract/pricing.ts'
import { listPropertyPlans } from '#contract/pricing-plans.ts'
import { getProfile } from '#contract/profile.ts'
import { listProperties } from '#contract/properties.ts'
import { listPropertyScooters } from '#contract/scooters.ts'
import { loginFailed, wrongCredentials } from '#messages/auth.ts'
import { offline } from '#messages/common.ts'
import * as text from '#messages/my-bookings.ts'
import {
  clearTheScene,
  draw,
  openPage,
  order,
  pass,
  places,
  said,
  server,
  setTheScene,
  settled,
  until
} from './scene.ts'

beforeEach(setTheScene)
afterEach(clearTheScene)

const palmGrove = { id: 7, image_url: '/api/images/palm', location: 'Kochi', name: 'Palm Grove' }

async function openHome() {
  openPage('/', 'rider')
  server.answer(getProfile, { email: 'r@demo.test', name: 'Asha', property_id: 7 })
  server.answer(listProperties, [palmGrove])
  server.answer(getPropertyPricing, { hourly_1: 60, hourly_12: 500, hourly_3: 150, hourly_6: 270 })
  server.answer(listPropertyPlans, { pricing_plans: [] })
  server.answer(listPropertyScooters, [{ id: 1, name: 'Ather', property_name: 'Grove', status: 'Available' }])
  return import('#stores/home.ts')
}

describe('an answer that comes late', () => {
  test.each([
    ['the price', getPropertyPricing],
    ['the properties', listProperties]
  ])('with a failure of %s does not undo what was loaded since', async (_, endpoint) => {
    const home = await openHome()
    server.fail(listPropertyScooters, { body: {}, kind: 'answers', status: 500 })
    server.fail(endpoint, { kind: 'hangs' }, 1)
    draw(home.$scooters)
    await until(() => home.$scooters.get() === 'failed')
    server.mend()
    await settled(home.loadHome())
    expect([home.$startingRate.get(), home.$property.get()]).toEqual([
      60,
      expect.objectContaining({ image_url: palmGrove.image_url })
    ])
  })
  test('with a failure of the properties does not empty the list that another asking has filled', async () => {
    openPage('/auth', null)
    server.answer(listProperties, [palmGrove])
    const form = await import('#stores/auth-form.ts')
    server.fail(listProperties, { kind: 'hangs' }, 1)
    draw(form.$properties)
    await until(() => server.askedFor(listProperties) === 1)
    await settled(form.loadProperties())
    expect([form.$properties.get().length, form.$propertiesFailed.get()]).toEqual([1, false])
  })
})

const held = {
  end_time: '2026-06-15T19:00:00Z',
  expires_at: '2026-06-15T09:20:00Z',
  id: 'held',
  payment_status: 'Pending',
  start_time: '2026-06-15T18:00:00Z'
}

async function openMyBookings() {
  openPage('/my-bookings', 'rider')
  server.answer(listMyBookings, [held])
  server.answer(resumeBooking, order)
  server.answer(cancelBooking, { message: '' })
  const page = { ...(await import('#stores/my-bookings.ts')), ...(await import('#stores/booking-give-up.ts')) }
  draw(page.$bookings)
  await pass(2000)
  const [booking] = page.$bookings.get()
  if (typeof booking !== 'object') throw new Error('no booking has loaded')
  return { booking, page }
}

describe('the profile', () => {
  test('keeps the list of properties that came before an older asking failed', async () => {
    openPage('/profile', 'rider')
    server.answer(getProfile, { email: 'r@demo.test', name: 'Asha', property_id: 7 })
    server.answer(listProperties, [palmGrove])
    const form = await import('#stores/profile-form.ts')
    server.fail(listProperties, { kind: 'hangs' }, 1)
    draw(form.$saved)
    await until(() => server.askedFor(listProperties) === 1)
    await settled(form.loadProperties())
    expect(form.$properties.get()).toHaveLength(1)
  })
})

describe('without any network', () => {
  test("'Complete Payment' says one thing, and the bookings stay on screen", async () => {
    const { booking, page } = await openMyBookings()
    for (const endpoint of [listMyBookings, resumeBooking]) server.fail(endpoint, { kind: 'offline' })
    await settled(page.completePayment(booking))
    expect(await said()).toEqual([text.completePaymentFailed])
    expect(page.$bookings.get()).toHaveLength(1)
  })
  test('giving up says one thing, and the booking stays on screen', async () => {
    const { booking, page } = await openMyBookings()
    for (const endpoint of [listMyBookings, cancelBooking]) server.fail(endpoint, { kind: 'offline' })
    page.askToGiveUp(booking)
    await settled(page.giveUp())
    expect(await said()).toEqual([text.giveUpFailed])
    expect(page.$bookings.get()).toHaveLength(1)
  })
  test('a list that does not come after something that went well is said', async () => {
    const { booking, page } = await openMyBookings()
    server.fail(listMyBookings, { kind: 'offline' })
    page.askToGiveUp(booking)
    await settled(page.giveUp())
    expect((await said()).at(-1)).toBe(text.loadFailed)
  })
})

describe('a device that knows it is offline', () => {
  test('says so after what failed', async () => {
    const { booking, page } = await openMyBookings()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    server.fail(resumeBooking, { kind: 'offline' })
    await settled(page.completePayment(booking))
    expect(await said()).toEqual([text.completePaymentFailed, offline])
  })
  test('says so after a form that could not be sent, and the form stays', async () => {
    openPage('/auth', null)
    server.answer(signIn, { access_token: 'signed-in' })
    const form = await import('#stores/auth-form.ts')
    draw(form.$mode)
    form.typeInto('email', 'asha@example.in')
    form.typeInto('password', 'Scoot@123')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    server.fail(signIn, { kind: 'offline' })
    await settled(form.submitSignIn())
    expect(await said()).toEqual([loginFailed, offline])
    expect(form.$fields.get()).toMatchObject({ email: 'asha@example.in', password: 'Scoot@123' })
  })
})

describe('a password refused', () => {
  test('ends no session: a rider may try to sign in as admin', async () => {
    openPage('/admin/auth', 'rider')
    server.answer(signInAdmin, { access_token: 'admins-token' })
    server.fail(signInAdmin, { body: { detail: wrongCredentials }, kind: 'answers', status: 401 })
    const { call } = await import('#client/api.ts')
    await import('#stores/session.ts')
    const refusal = call(signInAdmin, { body: { email: 'a@demo.test', password: 'x' } }).catch((error: Error) => error)
    await settled(refusal)
    expect(await refusal).toMatchObject({ ended_session: false, sentence: wrongCredentials })
    expect(localStorage.getItem('token')).toBe('riders-token')
    expect(places).toEqual([])
  })
})
