// @vitest-environment jsdom

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createLegacyPricing,
  createPlan,
  deleteLegacyPricing,
  listLegacyPricing,
  updateLegacyPricing,
  updatePlan
} from '#contract/catalogue/admin-pricing.ts'
import { listAllProperties } from '#contract/catalogue/admin-properties.ts'
import { DAYS } from '#domain/constants.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import { errorFault, type Fault, refusalFault } from '#tests/helpers/servers/fault-server.ts'
import { answerNormally, loadedRows, openTab, plan, rates, typedPrefixes } from '#tests/stores/admin/page.ts'
import {
  mountStores,
  openPage,
  server,
  setUpBrowserTab,
  shownToasts,
  useExternalBackend,
  waitForTask
} from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

async function openPricing() {
  const { lists } = await openTab('pricing')
  server.answer(createLegacyPricing, rates)
  server.answer(updateLegacyPricing, rates)
  server.answer(deleteLegacyPricing, { message: '' })
  const store = await import('#stores/admin/catalogue/pricing.ts')
  mountStores(
    store.pricingCrud.$changed,
    store.pricingCrud.$editing,
    store.pricingCrud.$fields,
    lists.$propertiesWithoutRates
  )
  const [first] = loadedRows(lists.pricing)
  return { ...store, first, lists }
}

describe('new rates', () => {
  test('are offered for properties without rates, and start with the default rates', async () => {
    const { pricingCrud, lists } = await openPricing()
    expect(lists.$propertiesWithoutRates.get()?.map(({ name }) => name)).toEqual(['Lake View'])
    pricingCrud.add()
    expect(pricingCrud.$fields.get()).toEqual({
      hourly_1: '50',
      hourly_12: '500',
      hourly_3: '140',
      hourly_6: '270',
      property_id: '2'
    })
    await waitForTask(pricingCrud.save())
    expect(server.requestsTo(createLegacyPricing).map(({ body }) => body)).toEqual([
      { hourly_1: 50, hourly_12: 500, hourly_3: 140, hourly_6: 270, property_id: '2' }
    ])
  })

  test.each([
    ['properties', listAllProperties],
    ['rates', listLegacyPricing]
  ])('are not offered while the %s have not loaded', async (_, endpoint) => {
    openPage('/admin?tab=pricing', 'admin')
    answerNormally()
    server.fail(endpoint, { kind: 'plain' })
    const lists = await import('#tests/stores/admin/lists.ts')
    mountStores(lists.$stats, lists.$propertiesWithoutRates)
    await waitForTask(lists.loadScreen('pricing'))
    expect(lists.$propertiesWithoutRates.get()).toBeNull()
    server.clearFaults()
    await waitForTask(lists.loadScreen('pricing'))
    expect(lists.$propertiesWithoutRates.get()).toHaveLength(1)
  })

  test.each<[string, Fault]>([
    ['our own backend', refusalFault('pricing_exists', catalogueText.pricingExists)],
    ['a backend without codes', errorFault(catalogueText.pricingExists, 409)]
  ])('show a field error when another admin has added rates meanwhile, on %s', async (_, fault) => {
    const { pricingCrud } = await openPricing()
    pricingCrud.add()
    server.fail(createLegacyPricing, fault)
    await waitForTask(pricingCrud.save())
    expect([await shownToasts(), pricingCrud.$errors.get()]).toEqual([
      [catalogueText.pricingExists],
      { property_id: catalogueText.pricingExists }
    ])
  })
})

describe('a rate', () => {
  test.each([
    [' 065 ', 65],
    ['1,200', catalogueText.invalidRate],
    [`1${'0'.repeat(400)}`, catalogueText.rateTooHigh]
  ])("of '%s' stays as typed, and is sent or rejected by its field: %s", async (typed, outcome) => {
    const { pricingCrud, first } = await openPricing()
    pricingCrud.edit(first)
    for (const soFar of typedPrefixes(typed)) {
      pricingCrud.setField('hourly_3', soFar)
      expect(pricingCrud.$fields.get().hourly_3).toBe(soFar)
    }
    pricingCrud.setField('hourly_3', typed)
    pricingCrud.normaliseNumber('hourly_3')
    expect([pricingCrud.$fields.get().hourly_3, await shownToasts()]).toEqual([typed, []])
    await waitForTask(pricingCrud.save())
    const sent = server.requestsTo(updateLegacyPricing).map(({ body }) => body)
    if (typeof outcome === 'number') return expect(sent).toEqual([{ hourly_3: outcome }])
    expect([sent, await shownToasts(), pricingCrud.$errors.get()]).toEqual([[], [outcome], { hourly_3: outcome }])
    expect(pricingCrud.$fields.get()).toMatchObject({ hourly_1: '60', hourly_3: typed })
  })

  test("of 'abc' becomes 0, which is rejected", async () => {
    const { pricingCrud, first } = await openPricing()
    pricingCrud.edit(first)
    pricingCrud.setField('hourly_3', 'abc')
    await waitForTask(pricingCrud.save())
    expect([pricingCrud.$fields.get().hourly_3, pricingCrud.$errors.get()]).toEqual([
      '0',
      { hourly_3: catalogueText.invalidRate }
    ])
  })

  test.each([
    ['alone, so that it undoes no change of another admin', () => undefined, {}],
    [
      'with the other three to an external backend',
      useExternalBackend,
      { hourly_12: 500, hourly_3: 150, hourly_6: 270 }
    ]
  ])('is sent %s when it is changed', async (_, useBackend, others) => {
    useBackend()
    const { pricingCrud, first } = await openPricing()
    pricingCrud.edit(first)
    pricingCrud.setField('hourly_1', '65')
    await waitForTask(pricingCrud.save())
    expect(server.requestsTo(updateLegacyPricing).map(({ body, path }) => [body, path])).toEqual([
      [{ hourly_1: 65, ...others }, '/api/admin/pricing/1']
    ])
    expect(await shownToasts()).toEqual([catalogueText.pricing.updated])
  })
})

test('a deletion offers the property again', async () => {
  const { pricingCrud, first, lists } = await openPricing()
  server.answer(listLegacyPricing, [])
  pricingCrud.requestDelete(first)
  await waitForTask(pricingCrud.confirmDelete())
  expect(lists.$propertiesWithoutRates.get()).toHaveLength(2)
})

async function openPlans(options = {}) {
  const { lists } = await openTab('plans', options)
  server.answer(createPlan, { ...plan, id: 5 })
  server.answer(updatePlan, plan)
  const store = await import('#stores/admin/catalogue/pricing.ts')
  mountStores(store.planCrud.$changed, store.planCrud.$editing, store.planCrud.$fields)
  const [first] = loadedRows(lists.plans)
  return { ...store, first }
}

const bodies = (endpoint: typeof createPlan | typeof updatePlan) => server.requestsTo(endpoint).map(({ body }) => body)

describe('a new plan', () => {
  test('is active on all seven days by default', async () => {
    const { planCrud } = await openPlans()
    planCrud.add()
    planCrud.setField('name', ' Quick Hop ')
    planCrud.setField('hours', '2')
    planCrud.setField('cost', '90')
    await waitForTask(planCrud.save())
    expect(bodies(createPlan)).toEqual([
      { available_days: DAYS, cost: 90, hours: 2, is_active: true, name: 'Quick Hop', property_id: '2' }
    ])
    expect(await shownToasts()).toEqual([catalogueText.plans.created])
  })

  test('is rejected without a day', async () => {
    const { planCrud, toggleDay } = await openPlans()
    planCrud.add()
    planCrud.setField('name', 'Quick Hop')
    planCrud.setField('cost', '90')
    for (const day of DAYS) toggleDay(day)
    await waitForTask(planCrud.save())
    expect([await shownToasts(), planCrud.$errors.get()]).toEqual([
      [catalogueText.invalidDays],
      { available_days: catalogueText.invalidDays }
    ])
  })
})

describe('hours and cost', () => {
  test.each([
    ['hours', '25', catalogueText.invalidHours],
    ['cost', '500001', catalogueText.costTooHigh]
  ] as const)("'%s' of '%s' is rejected by its field, and the input stays", async (field, typed, sentence) => {
    const { planCrud, first } = await openPlans()
    planCrud.edit(first)
    planCrud.setField(field, typed)
    await waitForTask(planCrud.save())
    expect([await shownToasts(), planCrud.$errors.get()]).toEqual([[sentence], { [field]: sentence }])
    expect([planCrud.$fields.get()[field], server.requestCount(updatePlan)]).toEqual([typed, 0])
  })

  test('are saved only as the typed number, or as the default 1 when the input is no number', async () => {
    const { planCrud } = await openPlans()
    const anything = fc.oneof(fc.string({ unit: 'grapheme' }), fc.nat(600_000).map(String), fc.double().map(String))
    await fc.assert(
      fc.asyncProperty(anything, anything, async (hours, cost) => {
        const before = bodies(createPlan).length
        planCrud.cancel()
        planCrud.add()
        planCrud.setField('name', 'Quick Hop')
        planCrud.setField('hours', hours)
        planCrud.setField('cost', cost)
        await waitForTask(planCrud.save())
        for (const sent of bodies(createPlan).slice(before)) {
          expect(sent).toMatchObject({ cost: savedOf(cost), hours: savedOf(hours) })
        }
      }),
      { numRuns: 60 }
    )
  })
})

/** The number that may be saved for this input, or null if none may. */
function savedOf(typed: string): number | null {
  if (/^0*[1-9]\d*$/.test(typed.trim())) return Number(typed)
  return typed.trim() !== '' && !/\p{N}/u.test(typed) ? 1 : null
}

describe('an edited plan', () => {
  test('sends only changed fields, with the days in weekday order', async () => {
    const { planCrud, first, toggleDay } = await openPlans()
    planCrud.edit(first)
    for (const day of ['sunday', 'friday', 'monday'] as const) toggleDay(day)
    planCrud.setField('is_active', false)
    await waitForTask(planCrud.save())
    expect(bodies(updatePlan)).toEqual([{ available_days: ['friday', 'sunday'], is_active: false }])
  })

  test('sends all specified fields to an external backend', async () => {
    useExternalBackend()
    const { planCrud, first } = await openPlans({ pages: false })
    planCrud.edit(first)
    planCrud.setField('cost', '150')
    await waitForTask(planCrud.save())
    expect(bodies(updatePlan)).toEqual([
      { available_days: ['monday'], cost: 150, hours: 3, is_active: true, name: 'Errand Run', property_id: 1 }
    ])
  })
})
