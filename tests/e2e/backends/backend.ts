import type { Locator, Page } from 'playwright/test'
import type { Clock } from '#domain/time/india-time.ts'
import type { chooseRide } from '../helpers/booking.ts'
import type { Rider } from '../helpers/people.ts'

interface Property {
  id: string
  location: string
  name: string
}

/** The data of one test: a rider, the only scooter of their property, and another property. */
export interface Scenario {
  other_property: Property
  property: Property
  rider: Rider
  scooter: { id: string; name: string }
}

export type PaymentButton = 'close' | 'decline' | 'pay'

/** What the tests need from a backend beyond the site's own calls. */
export interface Backend {
  /** Selects a ride after the availability of that day has loaded, if the backend reports it. */
  choose: typeof chooseRide
  paymentDialog: (page: Page) => Locator
  pressInPayment: (page: Page, button: PaymentButton) => Promise<void>
  seed: () => Promise<Scenario>
  /** Another rider of that property books an hour of its scooter. */
  takeAnHour: (scenario: Scenario, days: number, clock: Clock) => Promise<void>
}
