import type { Plan, Records } from './records.ts'
import { Refusal } from './refusal.ts'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Only the fields of the specification, plus the picture if there is one. */
export function scootersAt({ scooters }: Records, property: number) {
  return scooters
    .filter(({ property_id }) => property_id === property)
    .map(({ id, image_url, name, status }) => ({ id, name, status, ...(image_url && { image_url }) }))
}

export function ratesAt({ rates }: Records, property: number) {
  const found = rates.get(property)
  if (!found) throw new Refusal(404, 'Pricing not found')
  return found
}

export function plansAt({ plans }: Records, property: number, booking_date: string | null) {
  const applies = ({ available_days }: Plan) =>
    booking_date === null || available_days.includes(weekdayOf(booking_date))
  return {
    pricing_plans: plans
      .filter(plan => plan.property_id === property && plan.is_active && applies(plan))
      .map(({ available_days, cost, hours, id, name }) => ({ available_days, cost, hours, id, name }))
  }
}

function weekdayOf(date: string): string {
  return WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''
}
