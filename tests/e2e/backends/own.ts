import { expect, request } from 'playwright/test'
import * as sandbox from '#messages/sandbox.ts'
import { chooseFree, orderFor, testPayment } from '../helpers/booking.ts'
import { aPlace, aRider, baseURL } from '../helpers/people.ts'
import type { Backend, PaymentButton } from './backend.ts'

const BUTTONS: Record<PaymentButton, string> = { close: sandbox.close, decline: sandbox.fail, pay: sandbox.pay }

/** The backend that comes with the app, and its sandbox for payments. */
export const own: Backend = {
  choose: chooseFree,
  paymentDialog: testPayment,
  pressInPayment: async (page, button) => {
    await expect(testPayment(page)).not.toHaveAttribute('aria-busy')
    await testPayment(page).getByRole('button', { name: BUTTONS[button] }).click()
  },
  stage: async () => {
    const [{ property, scooter }, { property: other_property }] = await Promise.all([aPlace(), aPlace()])
    return { other_property, property, rider: await aRider(property.id), scooter }
  },
  takeAnHour: async ({ property, scooter }, days, clock) => {
    const { token } = await aRider(property.id)
    await orderFor({ request: await request.newContext({ baseURL: baseURL() }) }, token, scooter.id, days, clock)
  }
}
