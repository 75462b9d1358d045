import {
  createLegacyPricing,
  createPlan,
  listAllPlans,
  listLegacyPricing,
  updateLegacyPricing,
  updatePlan
} from '#contract/catalogue/admin-pricing.ts'
import { createProperty, listAllProperties, updateProperty } from '#contract/catalogue/admin-properties.ts'
import { createScooter, listAllScooters, migratePins, updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { getPropertyPricing, listProperties, listPropertyPlans } from '#contract/catalogue/catalogue.ts'
import { DAYS } from '#domain/constants.ts'
import { addDays, dayOf, weekdayOf } from '#domain/time/india-time.ts'
import { asAdmin, asRider, expect, PICTURE, PIN, PLAN, type RunContext, requireValue, skip } from './context.ts'

/** The specification does not define the response to a creation, so the row is found by its name. */
async function findProperty(context: RunContext) {
  const all = await asAdmin(context, listAllProperties)
  return all.find(property => property.name === context.name)
}

async function findScooter(context: RunContext) {
  const all = await asAdmin(context, listAllScooters)
  return all.find(scooter => scooter.name === context.name)
}

export async function testProperties(context: RunContext): Promise<void> {
  const { caller, report } = context

  await report.check('POST /admin/properties creates a property that admins and riders see', async () => {
    await asAdmin(context, createProperty, {
      body: { location: 'Nowhere', name: context.name }
    })
    const { id } = (await findProperty(context)) ?? {}
    context.propertyId = id
    expect(id !== undefined, 'GET /admin/properties does not have it')
    const listed = await caller.call(listProperties)
    expect(
      listed.some(property => property.id === id && property.location === 'Nowhere'),
      'GET /properties has not'
    )
  })
  await report.check('PUT /admin/properties/{id} changes only the sent fields', async () => {
    const params = { id: requireValue(context.propertyId, '--admin') }
    await asAdmin(context, updateProperty, { body: { location: 'Somewhere' }, params })
    const { location } = (await findProperty(context)) ?? {}
    expect(location === 'Somewhere', `the location under the same name is '${location}'`)
  })
}

export async function testScooters(context: RunContext): Promise<void> {
  const { report } = context
  const property = () => requireValue(context.propertyId, '--admin')

  await report.check('POST /admin/scooters accepts a form with a picture, and sets a PIN of six digits', async () => {
    const body = { image: PICTURE, name: context.name, otp_pin: '', property_id: property(), status: 'Maintenance' }
    await asAdmin(context, createScooter, { body })
    const created = await findScooter(context)
    if (created) context.scooter = { id: created.id, name: context.name }
    expect(created !== undefined, 'GET /admin/scooters does not have it')
    expect(/^\d{6}$/.test(created.otp_pin ?? ''), `its PIN is '${created.otp_pin}'`)
    expect(Boolean(created.image_url), 'it has no image_url')
    expect(created.property_id === property(), `its property_id is '${created.property_id}'`)
    expect(created.property_name === context.name, `its property_name is '${created.property_name}'`)
  })
  await report.check('PUT /admin/scooters/{id} changes the sent fields', async () => {
    const params = { id: requireValue(context.scooter, '--admin').id }
    const body = { name: context.name, otp_pin: PIN, property_id: property(), status: 'Available' }
    await asAdmin(context, updateScooter, { body, params })
    const { otp_pin, status } = (await findScooter(context)) ?? {}
    expect(status === 'Available' && otp_pin === PIN, `it is ${status} with the PIN '${otp_pin}'`)
  })
  await report.check('POST /admin/scooters/migrate-pins returns a message for the admin', async () => {
    requireValue(context.adminToken, '--admin')
    if (!context.migratesPins) skip('--migrate-pins, because it may change the PIN of any scooter')
    const { message } = await asAdmin(context, migratePins)
    expect(message !== '', 'there is no message')
  })
}

const RATES = { hourly_1: 31, hourly_12: 301, hourly_3: 81, hourly_6: 161 }
const RATE_NAMES = Object.keys(RATES) as (keyof typeof RATES)[]

export const BOOKED_DAY = addDays(dayOf(new Date()), 20)
const NEXT_DAY = addDays(BOOKED_DAY, 1)

export async function testRates(context: RunContext): Promise<void> {
  const { report } = context
  const property_id = () => requireValue(context.propertyId, '--admin')
  const fetchRates = async () => asRider(context, getPropertyPricing, { params: { property_id: property_id() } })

  await report.check("POST /admin/pricing creates a property's hourly rates, which riders see", async () => {
    const body = { ...RATES, property_id: property_id() }
    await asAdmin(context, createLegacyPricing, { body })
    const { hourly_1, hourly_12, hourly_3, hourly_6 } = await fetchRates()
    context.rates = { hourly_1, hourly_12, hourly_3, hourly_6 }
    const areSame = RATE_NAMES.every(rate => context.rates?.[rate] === RATES[rate])
    expect(areSame, 'riders see other rates')
  })
  await report.check('PUT /admin/pricing/{property_id} changes them', async () => {
    const params = { property_id: property_id() }
    await asAdmin(context, updateLegacyPricing, {
      body: { ...RATES, hourly_1: 33 },
      params
    })
    const listed = await asAdmin(context, listLegacyPricing)
    const row = listed.find(pricing => pricing.property_id === property_id())
    expect(row?.hourly_1 === 33, `GET /admin/pricing returns ${row?.hourly_1}`)
    context.rates = { ...RATES, hourly_1: 33 }
    expect((await fetchRates()).hourly_1 === 33, 'riders see another rate')
  })
}

/** The fields of an active plan for all days. */
const planFields = ({ name, propertyId }: RunContext) => ({
  ...PLAN,
  name,
  available_days: [...DAYS],
  is_active: true,
  property_id: propertyId
})

/** Whether riders are offered the plan, on any day or on this one. */
async function isPlanOffered(context: RunContext, booking_date?: string): Promise<boolean> {
  const { pricing_plans } = await asRider(context, listPropertyPlans, {
    params: { property_id: requireValue(context.propertyId, '--admin') },
    ...(booking_date && { query: { booking_date } })
  })
  return pricing_plans.some(({ id }) => id === requireValue(context.planId, 'a plan'))
}

function changePlan(context: RunContext, fields: object = {}) {
  return asAdmin(context, updatePlan, {
    body: { ...planFields(context), ...fields },
    params: { id: requireValue(context.planId, '--admin') }
  })
}

export async function testPlans(context: RunContext): Promise<void> {
  const { report } = context

  await report.check('POST /admin/pricing-plans creates a plan for its days', async () => {
    const body = { ...planFields(context), available_days: [weekdayOf(BOOKED_DAY)] }
    await asAdmin(context, createPlan, { body })
    const plans = await asAdmin(context, listAllPlans)
    const created = plans.find(({ name }) => name === context.name)
    if (created) context.planId = created.id
    expect(created?.cost === PLAN.cost && created.hours === PLAN.hours, 'GET /admin/pricing-plans does not have it')
  })
  await report.check(
    'GET /properties/{property_id}/pricing-plans?booking_date= returns the plans of that day',
    async () => {
      expect(await isPlanOffered(context, BOOKED_DAY), `it is not among those of ${BOOKED_DAY}`)
      expect(!(await isPlanOffered(context, NEXT_DAY)), `it is among those of ${NEXT_DAY} too`)
    }
  )
  await report.check('PUT /admin/pricing-plans/{id} changes it; an inactive plan is not offered', async () => {
    await changePlan(context, { is_active: false })
    expect(!(await isPlanOffered(context)), 'it is offered')
    await changePlan(context)
    expect(await isPlanOffered(context, NEXT_DAY), `for all days and active, it is not among those of ${NEXT_DAY}`)
  })
}
