import { test } from 'playwright/test'
import { SCENARIOS } from '../../fakes/second-backend/seed.ts'
import { bookOneHour, signUpExternalRider } from '../external/backend.ts'
import { chooseRide } from '../helpers/booking.ts'
import { cardPayment, pressInCardPayment } from '../helpers/card-provider.ts'
import type { Backend, PaymentButton } from './backend.ts'

const BUTTONS = { close: 'Close', decline: 'Decline', pay: 'Pay' } as const satisfies Record<PaymentButton, string>

/** The external backend. Its calls cannot create a property, so each time zone uses its own. */
function findScenario() {
  const { projects } = test.info().config
  const secondProjects = projects.filter(({ use }) => (use as { backend?: string }).backend === 'second')
  const index = secondProjects.findIndex(({ name }) => name === test.info().project.name)
  const [scenario, next] = [SCENARIOS[index], SCENARIOS[(index + 1) % SCENARIOS.length]]
  if (!scenario || !next) throw new Error('There are more projects than scenarios')
  return { scenario, next }
}

const withTextId = <Row extends { id: number }>(row: Row) => ({ ...row, id: String(row.id) })

export const secondBackend: Backend = {
  choose: chooseRide,
  paymentDialog: cardPayment,
  pressInPayment: (page, button) => pressInCardPayment(page, BUTTONS[button]),
  seed: async () => {
    const { scenario, next } = findScenario()
    return {
      other_property: withTextId(next.property),
      property: withTextId(scenario.property),
      rider: await signUpExternalRider(scenario.property.id),
      scooter: withTextId(scenario.scooter)
    }
  },
  takeAnHour: async ({ property, scooter }, days, clock) =>
    bookOneHour(await signUpExternalRider(Number(property.id)), Number(scooter.id), days, clock)
}
