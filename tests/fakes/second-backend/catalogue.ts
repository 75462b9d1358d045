import { type Fields, idIn, invalid, Refusal, textIn } from './fields.ts'
import { find, nextId, type Plan, propertyNamed, type Rates, type Records, type Scooter } from './records.ts'
import { PICTURE } from './seed.ts'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

export const scootersOf = ({ scooters }: Records, property: number) =>
  scooters.filter(({ property_id }) => property_id === property)

/** Only the fields of the specification, plus the picture if there is one. */
export function scootersAt(records: Records, property: number) {
  return scootersOf(records, property).map(({ id, image_url, name, status }) => ({
    id,
    name,
    status,
    ...(image_url && { image_url })
  }))
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

// Responses to changes differ from call to call, because the specification does not define them.

interface AdminRequest {
  body: Fields
  id: number
}

const STATUSES = ['Available', 'Booked', 'Maintenance']

const propertyAt = ({ properties }: Records, id: number) => find(properties, id, 'Property')

export function addProperty(records: Records, { body }: AdminRequest) {
  const property = { id: nextId(), location: textIn(body, 'location'), name: textIn(body, 'name') }
  records.properties.unshift({ ...property, ...imageIn(body) })
  return { property_id: property.id }
}

export function changeProperty(records: Records, { body, id }: AdminRequest) {
  return Object.assign(propertyAt(records, id), textsIn(body, ['location', 'name']), imageIn(body))
}

export function removeProperty(records: Records, { id }: AdminRequest) {
  const property = propertyAt(records, id)
  const inUse = [...records.scooters, ...records.accounts].some(({ property_id }) => property_id === id)
  if (inUse) throw new Refusal(400, 'Property is in use')
  records.properties.splice(records.properties.indexOf(property), 1)
  records.rates.delete(id)
  return { message: 'Property deleted successfully' }
}

export function allScooters(records: Records) {
  return records.scooters.map(scooter => ({ ...scooter, ...propertyNamed(records, scooter.property_id) }))
}

const scooterAt = ({ scooters }: Records, id: number) => find(scooters, id, 'Scooter')

export function addScooter(records: Records, { body }: AdminRequest) {
  const scooter = {
    id: nextId(),
    name: textIn(body, 'name'),
    otp_pin: newPin(),
    property_id: null,
    status: 'Available'
  }
  records.scooters.unshift({ ...scooter, ...scooterIn(records, body) })
  return { id: scooter.id, message: 'Scooter created successfully' }
}

export function changeScooter(records: Records, { body, id }: AdminRequest) {
  return Object.assign(scooterAt(records, id), scooterIn(records, body))
}

/** Reads a scooter from a form. An empty field is ignored, but an empty property means none. */
function scooterIn(records: Records, body: Fields): Partial<Scooter> {
  const { otp_pin, status, ...texts } = textsIn(body, ['name', 'otp_pin', 'status'])
  if (otp_pin && !/^\d{6}$/.test(otp_pin)) throw invalid('body', 'otp_pin', 'String should match pattern', 'pattern')
  if (status && !STATUSES.includes(status)) throw invalid('body', 'status', 'Input should be a status', 'enum')
  const placed = body.property_id === undefined ? {} : { property_id: placeIn(records, body) }
  return { ...texts, ...(otp_pin && { otp_pin }), ...(status && { status }), ...placed, ...pictureIn(body) }
}

function placeIn(records: Records, body: Fields): number | null {
  return body.property_id === '' ? null : propertyAt(records, idIn(body, 'property_id')).id
}

/** Null, as for a 204. */
export function removeScooter(records: Records, { id }: AdminRequest): null {
  records.scooters.splice(records.scooters.indexOf(scooterAt(records, id)), 1)
  return null
}

export function migratePins({ scooters }: Records) {
  const old = scooters.filter(({ otp_pin }) => !/^\d{6}$/.test(otp_pin))
  for (const scooter of old) scooter.otp_pin = newPin()
  return { message: `Successfully migrated ${old.length} scooters to numeric PINs`, updated_count: old.length }
}

function newPin(): string {
  return String(nextId()).padStart(6, '7')
}

/** An uploaded picture is stored in this backend's cloud, which contains only one. */
export function pictureIn({ image }: Fields): { image_url?: string } {
  return image instanceof Blob && image.size > 0 ? { image_url: PICTURE } : {}
}

function imageIn(body: Fields): { image_url?: string } {
  return body.image_url ? { image_url: textIn(body, 'image_url') } : {}
}

function textsIn<Name extends string>(body: Fields, names: readonly Name[]): Partial<Record<Name, string>> {
  const sent = names.filter(name => body[name] !== undefined && body[name] !== null)
  return Object.fromEntries(sent.map(name => [name, textIn(body, name)])) as Partial<Record<Name, string>>
}

const HOURS_A_DAY = 24

export function allRates(records: Records) {
  return [...records.rates].map(([property_id, rates]) => ({
    property_id,
    ...propertyNamed(records, property_id),
    ...rates
  }))
}

function ratesIn(body: Fields): Rates {
  const rates = ['hourly_1', 'hourly_3', 'hourly_6', 'hourly_12'].map(name => [name, numberIn(body, name)])
  return Object.fromEntries(rates) as Rates
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

const planAt = ({ plans }: Records, id: number) => find(plans, id, 'Pricing plan')

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
