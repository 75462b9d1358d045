import { type Fields, idIn, textIn } from '#tests/fakes/second-backend/fields.ts'
import { nextId, type Plan, type Rates, type Records } from '#tests/fakes/second-backend/records.ts'
import { invalid, Refusal } from '#tests/fakes/second-backend/refusal.ts'
import { propertyAt } from './catalogue.ts'

interface AdminRequest {
  body: Fields
  id: number
}

const HOURS_A_DAY = 24

export function allRates(records: Records) {
  return [...records.rates].map(([property_id, rates]) => {
    const { location, name } = propertyAt(records, property_id)
    return { property_id, property_location: location, property_name: name, ...rates }
  })
}

function ratesIn(body: Fields): Rates {
  const rate = (name: keyof Rates) => numberIn(body, name)
  return {
    hourly_1: rate('hourly_1'),
    hourly_12: rate('hourly_12'),
    hourly_3: rate('hourly_3'),
    hourly_6: rate('hourly_6')
  }
}

export function addRates(records: Records, { body }: AdminRequest) {
  const { id } = propertyAt(records, idIn(body, 'property_id'))
  if (records.rates.has(id)) throw new Refusal(400, 'Pricing already exists for this property')
  records.rates.set(id, ratesIn(body))
  return { message: 'Pricing created successfully' }
}

export function changeRates(records: Records, { body, id }: AdminRequest) {
  if (!records.rates.has(id)) throw new Refusal(404, 'Pricing not found')
  records.rates.set(id, ratesIn(body))
  return { message: 'Pricing updated successfully' }
}

export function removeRates(records: Records, { id }: AdminRequest) {
  if (!records.rates.delete(id)) throw new Refusal(404, 'Pricing not found')
  return { message: 'Pricing deleted successfully' }
}

/** Wrapped in an object, like the response of the rider's call. */
export function allPlans({ plans }: Records) {
  return { pricing_plans: plans }
}

function planIn(records: Records, body: Fields): Omit<Plan, 'id'> {
  const hours = numberIn(body, 'hours')
  if (hours > HOURS_A_DAY) throw invalid('body', 'hours', 'Input should be less than or equal to 24', 'less_than_equal')
  return {
    available_days: Array.isArray(body.available_days) ? body.available_days.map(String) : [],
    cost: numberIn(body, 'cost'),
    hours,
    is_active: body.is_active !== false,
    name: textIn(body, 'name'),
    property_id: propertyAt(records, idIn(body, 'property_id')).id
  }
}

function planAt({ plans }: Records, id: number): Plan {
  const found = plans.find(known => known.id === id)
  if (!found) throw new Refusal(404, 'Pricing plan not found')
  return found
}

export function addPlan(records: Records, { body }: AdminRequest) {
  const plan = { id: nextId(), ...planIn(records, body) }
  records.plans.unshift(plan)
  return plan
}

/** All fields are required, as the specification defines. */
export function changePlan(records: Records, { body, id }: AdminRequest) {
  return Object.assign(planAt(records, id), planIn(records, body))
}

export function removePlan(records: Records, { id }: AdminRequest): string {
  records.plans.splice(records.plans.indexOf(planAt(records, id)), 1)
  return 'deleted'
}

function numberIn(body: Fields, name: string): number {
  const value = idIn(body, name)
  if (value >= 1) return value
  throw invalid('body', name, 'Input should be greater than or equal to 1', 'greater_than_equal')
}
