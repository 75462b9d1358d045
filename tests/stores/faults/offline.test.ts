// @vitest-environment jsdom

import { describe, expect, test } from 'vitest'
import { signIn } from '#contract/auth/sign-in.ts'
import { resumePayment } from '#contract/bookings/create-booking.ts'
import { cancelBooking } from '#contract/bookings/manage-ride.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { loginFailed } from '#messages/account/auth.ts'
import * as labels from '#messages/labels.ts'
import * as text from '#messages/my-bookings/my-bookings.ts'
import {
  advanceTime,
  mountStores,
  openPage,
  server,
  setUpBrowserTab,
  shownToasts,
  waitForTask
} from '#tests/stores/browser-tab.ts'
import { order } from '#tests/stores/payment/provider-dialog.ts'

setUpBrowserTab()

const held = {
  end_time: '2026-06-15T19:00:00Z',
  expires_at: '2026-06-15T09:20:00Z',
  id: 'held',
  payment_status: 'Pending' as const,
  start_time: '2026-06-15T18:00:00Z'
}

async function openMyBookings() {
  openPage('/my-bookings', 'rider')
  server.answer(listMyBookings, [held])
  server.answer(resumePayment, order)
  server.answer(cancelBooking, {})
  await import('#stores/my-bookings/resume-payment.ts')
  const page = {
    ...(await import('#stores/my-bookings/bookings.ts')),
    ...(await import('#stores/my-bookings/my-bookings.ts')),
    ...(await import('#stores/my-bookings/booking-dialogs.ts')),
    ...(await import('#stores/my-bookings/manage-ride/manage-ride.ts'))
  }
  mountStores(page.$bookings)
  await advanceTime(2000)
  const [booking] = page.$bookings.get()
  if (typeof booking !== 'object') throw new Error('no booking has loaded')
  return { booking, page }
}

describe('without any network', () => {
  test("'Complete Payment' shows one message, and the bookings stay on screen", async () => {
    const { booking, page } = await openMyBookings()
    for (const endpoint of [listMyBookings, resumePayment]) server.fail(endpoint, { kind: 'offline' })
    await waitForTask(page.completePayment(booking))
    expect(await shownToasts()).toEqual([text.completePaymentFailed])
    expect(page.$bookings.get()).toHaveLength(1)
  })
  test('cancelling a hold shows one message, and the booking stays on screen', async () => {
    const { booking, page } = await openMyBookings()
    for (const endpoint of [listMyBookings, cancelBooking]) server.fail(endpoint, { kind: 'offline' })
    await page.openDialog('cancel', booking)
    await waitForTask(page.cancelBooking())
    expect(await shownToasts()).toEqual([labels.cancelFailed])
    expect(page.$bookings.get()).toHaveLength(1)
  })
  test('a list that fails to reload after a success shows an error', async () => {
    const { booking, page } = await openMyBookings()
    server.fail(listMyBookings, { kind: 'offline' })
    await page.openDialog('cancel', booking)
    await waitForTask(page.cancelBooking())
    expect((await shownToasts()).at(-1)).toBe(text.loadFailed)
  })
  test('a form keeps its input', async () => {
    openPage('/auth', null)
    const form = await import('#stores/auth/auth-form.ts')
    await import('#client/session/sign-in.ts')
    mountStores(form.$mode)
    form.setField('email', 'asha@example.in')
    form.setField('password', 'Scoot@123')
    server.fail(signIn, { kind: 'offline' })
    await waitForTask(form.submitSignIn())
    expect(await shownToasts()).toEqual([loginFailed])
    expect(form.$fields.get()).toMatchObject({ email: 'asha@example.in', password: 'Scoot@123' })
  })
})
