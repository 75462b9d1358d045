import type { Locator, Page } from 'playwright/test'
import type { Clock } from '#domain/time.ts'
import type { chooseRide } from '../helpers/booking.ts'
import type { Rider } from '../helpers/people.ts'

interface Property {
  id: string
  location: string
  name: string
}

/** What a story is told on: a rider, the one scooter at his property, and another property to move to. */
export interface Scenario {
  other_property: Property
  property: Property
  rider: Rider
  scooter: { id: string; name: string }
}

export type PaymentButton = 'close' | 'decline' | 'pay'

/** What the stories need of a backend, beyond what the site itself does with it. */
export interface Backend {
  /** Chooses what is free, once the page knows all of that day that this backend tells. */
  choose: typeof chooseRide
  /** The dialog in which a rider pays. */
  paymentDialog: (page: Page) => Locator
  pressInPayment: (page: Page, button: PaymentButton) => Promise<void>
  stage: () => Promise<Scenario>
  /** Another rider of that property takes an hour of its scooter. */
  takeAnHour: (stage: Scenario, days: number, clock: Clock) => Promise<void>
}
