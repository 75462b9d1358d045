// @vitest-environment jsdom

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPlan, updatePlan } from '#contract/catalogue/admin-pricing.ts'
import { DAYS } from '#domain/constants.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as formsText from '#messages/admin/forms.ts'
import { loadedRows, openTab, plan } from '#tests/stores/admin/page.ts'
import {
  mountStores,
  server,
  setUpBrowserTab,
  shownToasts,
  useExternalBackend,
  waitForTask
} from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

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
  test("of 'x' become 1 with a message when the form is sent", async () => {
    const { planCrud } = await openPlans()
    planCrud.add()
    planCrud.setField('name', 'Quick Hop')
    planCrud.setField('hours', 'x')
    planCrud.setField('cost', 'ninety')
    await waitForTask(planCrud.save())
    expect(bodies(createPlan)).toMatchObject([{ cost: 1, hours: 1 }])
    expect(await shownToasts()).toEqual([formsText.notANumber(1), formsText.notANumber(1), catalogueText.plans.created])
  })

  test.each([
    ['hours', '25', catalogueText.invalidHours],
    ['hours', '0', catalogueText.invalidHours],
    ['cost', '0', catalogueText.invalidCost],
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

  test('is unchanged when a day is removed and added again', async () => {
    const { planCrud, first, toggleDay } = await openPlans()
    planCrud.edit(first)
    for (const day of ['sunday', 'monday', 'monday', 'sunday'] as const) toggleDay(day)
    await waitForTask(planCrud.save())
    expect([await shownToasts(), server.requestCount(updatePlan)]).toEqual([[formsText.noChanges], 0])
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
