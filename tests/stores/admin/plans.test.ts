// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPlan, updatePlan } from '#contract/pricing-plans.ts'
import { DAYS } from '#domain/constants.ts'
import { invalidCost, invalidDays, invalidHours, nameRequired } from '#messages/admin.ts'
import * as text from '#messages/portal.ts'
import { callAnotherBackend, clearTheScene, draw, said, server, setTheScene, settled } from '../wire/scene.ts'
import { openTab, plan } from './portal.ts'

beforeEach(setTheScene)
afterEach(clearTheScene)

async function openPlans(options = {}) {
  const { lists } = await openTab('plans', options)
  server.answer(createPlan, { ...plan, id: 5 })
  server.answer(updatePlan, plan)
  const store = await import('#stores/admin/plans.ts')
  draw(store.crud.$changed, store.crud.$editing, store.crud.$fields)
  const drawn = lists.plans.$drawn.get()
  const [first] = typeof drawn === 'string' ? [] : drawn.rows
  if (!first) throw new Error('no plan has loaded')
  return { ...store, first }
}

const bodies = (endpoint: typeof createPlan | typeof updatePlan) => server.sentTo(endpoint).map(({ body }) => body)

describe('a new plan', () => {
  test('is active on all seven days unless chosen otherwise', async () => {
    const { crud, typeCost, typeHours } = await openPlans()
    crud.add()
    crud.typeInto('name', ' Quick Hop ')
    typeHours('2')
    typeCost('90')
    await settled(crud.save())
    expect(bodies(createPlan)).toEqual([
      { available_days: DAYS, cost: 90, hours: 2, is_active: true, name: 'Quick Hop', property_id: '1' }
    ])
    expect(await said()).toEqual([text.plans.created])
  })

  test("is refused with the first fault in the form's order", async () => {
    const { crud, typeHours } = await openPlans()
    crud.add()
    typeHours('25')
    for (const name of ['name', 'hours', 'cost']) {
      await settled(crud.save())
      if (name === 'name') crud.typeInto('name', 'Quick Hop')
      if (name === 'hours') typeHours('24')
    }
    expect(await said()).toEqual([nameRequired, invalidHours, invalidCost])
    expect(server.askedFor(createPlan)).toBe(0)
  })

  test('is refused for no day at all', async () => {
    const { crud, toggleDay, typeCost } = await openPlans()
    crud.add()
    crud.typeInto('name', 'Quick Hop')
    typeCost('90')
    for (const day of DAYS) toggleDay(day)
    await settled(crud.save())
    expect([await said(), crud.$errors.get()]).toEqual([[invalidDays], { available_days: invalidDays }])
  })
})

describe('hours and cost', () => {
  test.each([
    ['3', '3'],
    ['', ''],
    ['x', '1'],
    ['2.5', '1'],
    ['-4', '1']
  ])("of '%s' become '%s'", async (typed, taken) => {
    const { crud, typeCost, typeHours } = await openPlans()
    crud.add()
    typeHours(typed)
    typeCost(typed)
    expect(crud.$fields.get()).toMatchObject({ cost: taken, hours: taken })
  })
})

describe('an edited plan', () => {
  test('sends what has changed alone, the days in the order of the week', async () => {
    const { crud, first, toggleDay } = await openPlans()
    crud.edit(first)
    for (const day of ['sunday', 'friday', 'monday'] as const) toggleDay(day)
    crud.typeInto('is_active', false)
    await settled(crud.save())
    expect(bodies(updatePlan)).toEqual([{ available_days: ['friday', 'sunday'], is_active: false }])
  })

  test('is not changed by a day taken away and put back', async () => {
    const { crud, first, toggleDay } = await openPlans()
    crud.edit(first)
    for (const day of ['sunday', 'monday', 'monday', 'sunday'] as const) toggleDay(day)
    await settled(crud.save())
    expect([await said(), server.askedFor(updatePlan)]).toEqual([[text.noChanges], 0])
  })

  test('sends another backend all fields that the spec names', async () => {
    callAnotherBackend()
    const { crud, first, typeCost } = await openPlans({ pages: false })
    crud.edit(first)
    typeCost('150')
    await settled(crud.save())
    expect(bodies(updatePlan)).toEqual([
      { available_days: ['monday'], cost: 150, hours: 3, is_active: true, name: 'Errand Run', property_id: '1' }
    ])
  })
})
