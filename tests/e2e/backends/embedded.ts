import { expect } from 'playwright/test'
import * as commonText from '#messages/common.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { chooseRideWhenFree, createOrder, sandboxDialog } from '#tests/e2e/helpers/booking.ts'
import { createPropertyWithScooter, signUpRider } from '#tests/e2e/helpers/people.ts'
import type { Backend, PaymentButton } from './backend.ts'

const BUTTONS: Record<PaymentButton, string> = {
  close: commonText.close,
  decline: paymentsText.sandboxFail,
  pay: paymentsText.sandboxPay
}

/** The embedded backend with its payment sandbox. */
export const embeddedBackend: Backend = {
  choose: chooseRideWhenFree,
  paymentDialog: sandboxDialog,
  pressInPayment: async (page, button) => {
    await expect(sandboxDialog(page)).not.toHaveAttribute('aria-busy')
    await sandboxDialog(page).getByRole('button', { name: BUTTONS[button] }).click()
  },
  seed: async () => {
    const [{ property, scooter }, { property: other_property }] = await Promise.all([
      createPropertyWithScooter(),
      createPropertyWithScooter()
    ])
    return { other_property, property, rider: await signUpRider(property.id), scooter }
  },
  takeAnHour: async ({ property, scooter }, days, clock) => {
    const { token } = await signUpRider(property.id)
    await createOrder(token, scooter.id, days, clock)
  }
}
