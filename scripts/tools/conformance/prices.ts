import {
  createLegacyPricing,
  getPropertyPricing,
  listLegacyPricing,
  updateLegacyPricing
} from '#contract/catalogue/pricing.admin.ts'
import { createPlan, listAllPlans, listPropertyPlans, updatePlan } from '#contract/catalogue/pricing-plans.admin.ts'
import { DAYS } from '#domain/constants.ts'
import { addDays, dayOf, weekdayOf } from '#domain/time.ts'
import { adminOf } from './places.ts'
import { expect, given } from './protocol.ts'
import { PLAN, type Stage } from './stage.ts'

const RATES = { hourly_1: 31, hourly_12: 301, hourly_3: 81, hourly_6: 161 }

export const BOOKED_DAY = addDays(dayOf(new Date()), 20)
const NEXT_DAY = addDays(BOOKED_DAY, 1)

export async function tryRates(stage: Stage): Promise<void> {
  const { caller, protocol } = stage
  const property_id = () => given(stage.property_id, '--admin')
  const told = async () =>
    caller.call(getPropertyPricing, {
      params: { property_id: property_id() },
      token: given(stage.riders[0], 'an account').token
    })

  await protocol.promise("POST /admin/pricing makes a property's hourly rates, which riders are told", async () => {
    const body = { ...RATES, property_id: property_id() }
    await caller.call(createLegacyPricing, { body, token: adminOf(stage) })
    const { hourly_1, hourly_12, hourly_3, hourly_6 } = await told()
    stage.rates = { hourly_1, hourly_12, hourly_3, hourly_6 }
    expect([hourly_1, hourly_3, hourly_6, hourly_12].join() === '31,81,161,301', 'they are told others')
  })
  await protocol.promise('PUT /admin/pricing/{property_id} changes them', async () => {
    const params = { property_id: property_id() }
    await caller.call(updateLegacyPricing, { body: { ...RATES, hourly_1: 33 }, params, token: adminOf(stage) })
    const listed = await caller.call(listLegacyPricing, { token: adminOf(stage) })
    const row = listed.find(pricing => pricing.property_id === property_id())
    expect(row?.hourly_1 === 33, `GET /admin/pricing says ${row?.hourly_1}`)
    stage.rates = { ...RATES, hourly_1: 33 }
    expect((await told()).hourly_1 === 33, 'riders are told another rate')
  })
}

export async function tryPlans(stage: Stage): Promise<void> {
  const { caller, protocol } = stage
  const offered = async (booking_date?: string) => {
    const { pricing_plans } = await caller.call(listPropertyPlans, {
      params: { property_id: given(stage.property_id, '--admin') },
      token: given(stage.riders[0], 'an account').token,
      ...(booking_date && { query: { booking_date } })
    })
    return pricing_plans.some(({ id }) => id === given(stage.plan_id, 'a plan'))
  }
  const change = (fields: object) =>
    caller.call(updatePlan, {
      body: {
        ...PLAN,
        name: stage.name,
        available_days: [...DAYS],
        is_active: true,
        property_id: stage.property_id,
        ...fields
      },
      params: { id: given(stage.plan_id, '--admin') },
      token: adminOf(stage)
    })

  await protocol.promise('POST /admin/pricing-plans makes a plan, for the days that it is for', async () => {
    const body = {
      ...PLAN,
      name: stage.name,
      available_days: [weekdayOf(BOOKED_DAY)],
      is_active: true,
      property_id: stage.property_id
    }
    await caller.call(createPlan, { body, token: adminOf(stage) })
    const plans = await caller.call(listAllPlans, { token: adminOf(stage) })
    const made = plans.find(({ name }) => name === stage.name)
    if (made) stage.plan_id = made.id
    expect(made?.cost === PLAN.cost && made.hours === PLAN.hours, 'GET /admin/pricing-plans does not have it')
  })
  await protocol.promise(
    'GET /properties/{property_id}/pricing-plans?booking_date= has the plans of that day',
    async () => {
      expect(await offered(BOOKED_DAY), `it is not among those of ${BOOKED_DAY}`)
      expect(!(await offered(NEXT_DAY)), `it is among those of ${NEXT_DAY} too`)
    }
  )
  await protocol.promise(
    'PUT /admin/pricing-plans/{id} changes it; an inactive plan is offered to nobody',
    async () => {
      await change({ is_active: false })
      expect(!(await offered()), 'it is offered')
      await change({})
      expect(await offered(NEXT_DAY), `for all days and active, it is not among those of ${NEXT_DAY}`)
    }
  )
}
