import { test } from 'playwright/test'
import { STAGES } from '../../second-backend/seed.ts'
import { bookOneHour, signUpRiderThere } from '../external/backend.ts'
import { chooseRide } from '../helpers/booking.ts'
import { cardPayment, pressInCardPayment } from '../helpers/card-provider.ts'
import type { Backend, PaymentButton } from './backend.ts'

const BUTTONS = { close: 'Close', decline: 'Decline', pay: 'Pay' } as const satisfies Record<PaymentButton, string>

/** The external backend. Its calls cannot create a property, so each time zone uses its own. */
function createScenario() {
  const { projects } = test.info().config
  const there = projects.filter(({ use }) => (use as { backend?: string }).backend === 'second')
  const index = there.findIndex(({ name }) => name === test.info().project.name)
  const [here, next] = [STAGES[index], STAGES[(index + 1) % STAGES.length]]
  if (!here || !next) throw new Error('There are more projects than stages')
  return { here, next }
}

const withTextId = <Thing extends { id: number }>(thing: Thing) => ({ ...thing, id: String(thing.id) })

export const secondBackend: Backend = {
  choose: chooseRide,
  paymentDialog: cardPayment,
  pressInPayment: (page, button) => pressInCardPayment(page, BUTTONS[button]),
  stage: async () => {
    const { here, next } = createScenario()
    return {
      other_property: withTextId(next.property),
      property: withTextId(here.property),
      rider: await signUpRiderThere(here.property.id),
      scooter: withTextId(here.scooter)
    }
  },
  takeAnHour: async ({ property, scooter }, days, clock) =>
    bookOneHour(await signUpRiderThere(Number(property.id)), Number(scooter.id), days, clock)
}
