import { describe, expect, test } from 'vitest'
import {
  createLegacyPricing,
  createPlan,
  deleteLegacyPricing,
  deletePlan,
  listAllPlans,
  listLegacyPricing,
  updateLegacyPricing,
  updatePlan
} from '#contract/catalogue/admin-pricing.ts'
import { deleteProperty } from '#contract/catalogue/admin-properties.ts'
import { getPropertyPricing, listPropertyPlans } from '#contract/catalogue/catalogue.ts'
import { DAYS, DEFAULT_RATES, PRICE_MAX_RUPEES } from '#domain/constants.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as formsText from '#messages/admin/forms.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertPlan, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

const RATES = { hourly_1: 60, hourly_12: 520, hourly_3: 150, hourly_6: 280 }

const admin = setUpAdmin()

describe('legacy pricing', () => {
  test('is created for a property and listed with its name and location, newest first', async () => {
    const [first, second] = [await insertProperty({ location: 'Hebbal', name: 'Lakeview' }), await insertProperty()]
    const created = await admin.call(createLegacyPricing, { body: { property_id: first.id, ...RATES } })
    expect(created).toEqual({
      property_id: first.id,
      property_location: 'Hebbal',
      property_name: 'Lakeview',
      ...RATES
    })
    await admin.call(createLegacyPricing, { body: { property_id: second.id, ...RATES } })
    const [newest, before] = await admin.call(listLegacyPricing, { query: {} })
    expect([newest?.property_id, before]).toEqual([second.id, created])
  })

  test('exists at most once for a property', async () => {
    const property = await insertProperty()
    const body = { property_id: property.id, ...RATES }
    await admin.call(createLegacyPricing, { body })
    const again = await admin.refusal(createLegacyPricing, { body: { ...body, hourly_1: 99 } })
    expect(again).toMatchObject({ detail: catalogueText.pricingExists, status: 409 })
    const rider = await signedInRider({ property_id: property.id })
    expect(await rider.call(getPropertyPricing, { params: { property_id: property.id } })).toEqual(RATES)
  })

  test.each([
    ['zero', { hourly_1: 0 }, catalogueText.invalidRate],
    ['less than zero', { hourly_3: -5 }, catalogueText.invalidRate],
    ['a fraction', { hourly_6: 12.5 }, catalogueText.invalidRate],
    ['text', { hourly_12: '500' }, catalogueText.invalidRate],
    ['null', { hourly_1: null }, catalogueText.invalidRate],
    ['more than the maximum', { hourly_12: PRICE_MAX_RUPEES + 1 }, catalogueText.rateTooHigh],
    ['a number too large for the column', { hourly_12: 1e300 }, catalogueText.rateTooHigh]
  ])('rejects a rate of %s', async (_, wrong, msg) => {
    const property = await insertProperty()
    const [field] = Object.keys(wrong)
    const body = { property_id: property.id, ...RATES, ...wrong }
    const params = { property_id: property.id }
    expect(await admin.refusal(createLegacyPricing, { body })).toMatchObject({
      detail: [{ loc: ['body', field], msg }],
      status: 422
    })
    expect(await admin.refusal(updateLegacyPricing, { body, params })).toMatchObject({
      detail: [{ loc: ['body', field], msg }],
      status: 422
    })
  })

  test('requires an existing property', async () => {
    const archived = await insertProperty()
    await insertScooter(archived.id)
    await admin.call(deleteProperty, { params: { id: archived.id } })
    for (const property_id of ['nowhere', archived.id]) {
      expect(await admin.refusal(createLegacyPricing, { body: { property_id, ...RATES } })).toMatchObject({
        detail: catalogueText.propertyNotFound,
        status: 404
      })
    }
    expect(await admin.refusal(createLegacyPricing, { body: RATES })).toMatchObject({
      detail: [{ loc: ['body', 'property_id'], msg: catalogueText.propertyRequired }],
      status: 422
    })
  })

  test('needs all rates at first, and keeps those that a change does not name', async () => {
    const { id: property_id } = await insertProperty()
    const params = { property_id }
    const { hourly_1: _, ...others } = RATES
    expect(await admin.refusal(createLegacyPricing, { body: { property_id, ...others } })).toMatchObject({
      detail: [{ loc: ['body', 'hourly_1'], msg: catalogueText.invalidRate }]
    })
    await admin.call(createLegacyPricing, { body: { property_id, ...RATES } })
    await admin.call(updateLegacyPricing, { body: { hourly_3: 155 }, params })
    await admin.call(updateLegacyPricing, { body: {}, params })
    expect(await admin.call(updateLegacyPricing, { body: { hourly_6: 285 }, params })).toMatchObject({
      ...RATES,
      hourly_3: 155,
      hourly_6: 285
    })
  })

  test('changes, and its deletion brings the default rates back', async () => {
    const { id: property_id } = await insertProperty()
    const rider = await signedInRider({ property_id })
    const params = { property_id }
    await admin.call(createLegacyPricing, { body: { property_id, ...RATES } })
    const changed = await admin.call(updateLegacyPricing, { body: { ...RATES, hourly_1: 70 }, params })
    expect(changed).toMatchObject({ hourly_1: 70, property_id })
    expect(await rider.call(getPropertyPricing, { params })).toMatchObject({ hourly_1: 70 })
    await admin.call(deleteLegacyPricing, { params })
    expect(await rider.call(getPropertyPricing, { params })).toEqual(DEFAULT_RATES)
    for (const endpoint of [updateLegacyPricing, deleteLegacyPricing]) {
      expect(
        await admin.refusal(endpoint, { body: endpoint === updateLegacyPricing ? RATES : undefined, params })
      ).toMatchObject({
        detail: catalogueText.pricingNotFound,
        status: 404
      })
    }
  })

  test('of a deleted property is not listed', async () => {
    const property = await insertProperty()
    await admin.call(createLegacyPricing, { body: { property_id: property.id, ...RATES } })
    await insertScooter(property.id)
    await admin.call(deleteProperty, { params: { id: property.id } })
    const listed = await admin.call(listLegacyPricing, { query: {} })
    expect(listed.map(({ property_id }) => property_id)).not.toContain(property.id)
  })
})

describe('pricing plans', () => {
  const EVENING = { cost: 140, hours: 3, name: 'Evening Spin' }

  test('apply to all seven days and are active by default', async () => {
    const property = await insertProperty({ name: 'Lakeview' })
    const plan = await admin.call(createPlan, { body: { ...EVENING, property_id: property.id } })
    expect(plan).toEqual({
      ...EVENING,
      available_days: [...DAYS],
      id: expect.any(String),
      is_active: true,
      property_id: property.id,
      property_name: 'Lakeview'
    })
    const [newest] = await admin.call(listAllPlans, { query: {} })
    expect(newest).toEqual(plan)
  })

  test('store their days in the order of the week, without duplicates', async () => {
    const { id: property_id } = await insertProperty()
    const available_days = ['sunday', 'saturday', 'sunday'] as const
    const plan = await admin.call(createPlan, {
      body: { ...EVENING, available_days: [...available_days], property_id }
    })
    expect(plan).toMatchObject({ available_days: ['saturday', 'sunday'] })
  })

  test.each([
    ['no name', { name: ' ' }, formsText.nameRequired],
    ['no hours', { hours: 0 }, catalogueText.invalidHours],
    ['25 hours', { hours: 25 }, catalogueText.invalidHours],
    ['half an hour', { hours: 1.5 }, catalogueText.invalidHours],
    ['hours in words', { hours: '3' }, catalogueText.invalidHours],
    ['no cost', { cost: 0 }, catalogueText.invalidCost],
    ['a fraction of a rupee', { cost: 99.5 }, catalogueText.invalidCost],
    ['a cost above the maximum', { cost: PRICE_MAX_RUPEES + 1 }, catalogueText.costTooHigh],
    ['no day', { available_days: [] }, catalogueText.invalidDays],
    ['an unknown day', { available_days: ['Monday'] }, catalogueText.invalidDays],
    ['days as one string', { available_days: 'monday' }, catalogueText.invalidDays],
    ['an invalid status', { is_active: 'yes' }, catalogueText.invalidActive],
    ['no property', { property_id: '' }, catalogueText.propertyRequired],
    ['an unknown property', { property_id: 'nowhere' }, catalogueText.propertyNotFound]
  ])('reject %s', async (_, wrong, msg) => {
    const property = await insertProperty()
    const plan = await insertPlan(property.id)
    const [field] = Object.keys(wrong)
    const created = await admin.refusal(createPlan, { body: { ...EVENING, property_id: property.id, ...wrong } })
    const changed = await admin.refusal(updatePlan, { body: wrong, params: { id: plan.id } })
    for (const { detail, status } of [created, changed]) {
      expect(status).toBe(422)
      expect(detail).toMatchObject([{ loc: expect.arrayContaining(['body', field]), msg }])
    }
  })

  test('change only in the fields that are sent; an inactive one is not offered', async () => {
    const { id: property_id } = await insertProperty()
    const rider = await signedInRider({ property_id })
    const plan = await insertPlan(property_id, { cost: 140, hours: 3 })
    const params = { id: plan.id }
    const offered = async () =>
      (await rider.call(listPropertyPlans, { params: { property_id }, query: {} })).pricing_plans.map(
        ({ cost }) => cost
      )
    expect(await admin.call(updatePlan, { body: { cost: 150 }, params })).toMatchObject({
      cost: 150,
      hours: 3,
      name: plan.name
    })
    expect(await offered()).toEqual([150])
    await admin.call(updatePlan, { body: { is_active: false }, params })
    expect(await offered()).toEqual([])
    expect(await admin.call(listAllPlans, { query: { property_id } })).toMatchObject([
      { id: plan.id, is_active: false }
    ])
    expect(await admin.call(updatePlan, { body: {}, params })).toMatchObject({ cost: 150, is_active: false })
  })

  test('are archived without a refusal, and answer 404 afterwards', async () => {
    const { id: property_id } = await insertProperty()
    const { id } = await insertPlan(property_id)
    await admin.call(deletePlan, { params: { id } })
    expect(await admin.call(listAllPlans, { query: { property_id } })).toEqual([])
    expect(await sql('SELECT archived_at IS NOT NULL AS archived FROM pricing_plans WHERE id = ?', id)).toEqual([
      { archived: 1 }
    ])
    for (const [endpoint, body] of [
      [updatePlan, { cost: 5 }],
      [deletePlan, undefined]
    ] as const) {
      expect(await admin.refusal(endpoint, { body, params: { id } })).toMatchObject({
        detail: catalogueText.planNotFound,
        status: 404
      })
    }
  })
})
