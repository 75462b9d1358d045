// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLegacyPricing, deleteLegacyPricing, listLegacyPricing, updateLegacyPricing } from '#contract/pricing.ts'
import { listAllProperties } from '#contract/properties.ts'
import { invalidRate, pricingExists } from '#messages/admin.ts'
import { pricing as text } from '#messages/portal.ts'
import { clearTheScene, draw, openPage, said, server, setTheScene, settled } from '../wire/scene.ts'
import { answerWell, openTab } from './portal.ts'

beforeEach(setTheScene)
afterEach(clearTheScene)

async function openPricing() {
  const { lists } = await openTab('pricing')
  server.answer(createLegacyPricing, { message: 'created' } as never)
  server.answer(updateLegacyPricing, { message: 'updated' } as never)
  server.answer(deleteLegacyPricing, { message: '' })
  const store = await import('#stores/admin/pricing.ts')
  draw(store.crud.$changed, store.crud.$editing, store.crud.$fields, lists.$unpriced)
  const drawn = lists.pricing.$drawn.get()
  const [first] = typeof drawn === 'string' ? [] : drawn.rows
  if (!first) throw new Error('no pricing has loaded')
  return { ...store, first, lists }
}

describe('new rates', () => {
  test('are offered for the properties that have none, and begin with the default rates', async () => {
    const { crud, lists } = await openPricing()
    expect(lists.$unpriced.get()?.map(({ name }) => name)).toEqual(['Lake View'])
    crud.add()
    expect(crud.$fields.get()).toEqual({
      hourly_1: '50',
      hourly_12: '500',
      hourly_3: '140',
      hourly_6: '270',
      property_id: '2'
    })
    await settled(crud.save())
    expect(server.sentTo(createLegacyPricing).map(({ body }) => body)).toEqual([
      { hourly_1: 50, hourly_12: 500, hourly_3: 140, hourly_6: 270, property_id: '2' }
    ])
  })

  test('are offered for one property fewer once it has its own', async () => {
    const { crud, lists } = await openPricing()
    server.answer(
      listLegacyPricing,
      [1, 2].map(property_id => ({ hourly_1: 1, hourly_12: 1, hourly_3: 1, hourly_6: 1, property_id }))
    )
    crud.add()
    await settled(crud.save())
    expect(lists.$unpriced.get()).toEqual([])
  })

  test.each([
    ['properties', listAllProperties],
    ['rates', listLegacyPricing]
  ])('say nothing of who has none before the %s are there', async (_, endpoint) => {
    openPage('/admin?tab=pricing', 'admin')
    answerWell()
    server.fail(endpoint, { kind: 'plain' })
    const lists = await import('#stores/admin/lists.ts')
    draw(lists.$stats, lists.$unpriced)
    await settled(lists.loadTab('pricing'))
    expect(lists.$unpriced.get()).toBeNull()
    server.mend()
    await settled(lists.loadTab('pricing'))
    expect(lists.$unpriced.get()).toHaveLength(1)
  })

  test('that another admin has made meanwhile are told by the property', async () => {
    const { crud } = await openPricing()
    crud.add()
    server.fail(createLegacyPricing, { body: { detail: pricingExists }, kind: 'answers', status: 409 })
    await settled(crud.save())
    expect([await said(), crud.$errors.get()]).toEqual([[pricingExists], { property_id: pricingExists }])
  })
})

describe('a rate', () => {
  test.each([
    ['75', '75'],
    [' 75 ', '75'],
    ['', ''],
    ['abc', '0'],
    ['7.5', '0'],
    ['-3', '0']
  ])("of '%s' becomes '%s'", async (typed, taken) => {
    const { crud, typeRate } = await openPricing()
    crud.add()
    typeRate('hourly_3', typed)
    expect(crud.$fields.get().hourly_3).toBe(taken)
  })

  test.each(['abc', '0', ''])("of '%s' is refused, and not sent", async typed => {
    const { crud, first, typeRate } = await openPricing()
    crud.edit(first)
    typeRate('hourly_3', typed)
    await settled(crud.save())
    expect([await said(), crud.$errors.get()]).toEqual([[invalidRate], { hourly_3: invalidRate }])
    expect(server.askedFor(updateLegacyPricing)).toBe(0)
  })

  test('travels with the other three when it is changed', async () => {
    const { crud, first, typeRate } = await openPricing()
    crud.edit(first)
    typeRate('hourly_1', '65')
    await settled(crud.save())
    expect(server.sentTo(updateLegacyPricing)).toMatchObject([
      {
        body: { hourly_1: 65, hourly_12: 500, hourly_3: 150, hourly_6: 270 },
        path: '/api/admin/pricing/1'
      }
    ])
    expect(await said()).toEqual([text.updated])
  })
})

test('a deletion says that it will revert to default rates, and offers the property again', async () => {
  const { crud, first, lists } = await openPricing()
  expect(text.deleteQuestion).toContain('It will revert to default rates.')
  server.answer(listLegacyPricing, [])
  crud.askToDelete(first)
  await settled(crud.deleteNow())
  expect(lists.$unpriced.get()).toHaveLength(2)
})
