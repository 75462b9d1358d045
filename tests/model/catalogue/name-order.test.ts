import { afterEach, beforeEach, expect, test } from 'vitest'
import { listPinChanges } from '#server/catalogue/pins.ts'
import { listAllPlans, listLegacyPricing } from '#server/catalogue/pricing.ts'
import { listAllProperties, listProperties } from '#server/catalogue/properties.ts'
import { listAllScooters, listPropertyScooters } from '#server/catalogue/scooters.ts'
import type { AnyOperation } from '#server/http/operation.ts'
import { listRiders } from '#server/riders/admin-riders.ts'
import { upgradeSearchWords } from '#server/riders/search.ts'
import { insertRiderSql } from '#tests/helpers/data/rider-row.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { getAs } from '#tests/model/harness/get.ts'
import { emptyTables, startHarnessForEachTest } from '#tests/model/harness/harness.ts'
import { ADMIN, PROPERTY } from '#tests/model/harness/seed.ts'

// The names of properties, scooters and plans, in every list of them.

startHarnessForEachTest()

const NAMES = ['Zen House', 'Scooter 10', 'éclair', 'banyan Villa', 'Scooter 2', 'Eclair Two', 'Ánanda']
const AS_READ = ['Ánanda', 'banyan Villa', 'éclair', 'Eclair Two', 'Scooter 2', 'Scooter 10', 'Zen House']

/** One property, scooter, plan and price of each name, in this order. The last property is that of the riders. */
beforeEach(() => {
  emptyTables('scooters')
  NAMES.forEach((name, index) => {
    const id = index === NAMES.length - 1 ? PROPERTY : `p${index}`
    rows(
      `INSERT INTO properties (id, name, location, created_at) VALUES (?1, ?2, ?2, ?3)
           ON CONFLICT (id) DO UPDATE SET name = ?2, location = ?2, created_at = ?3`,
      ...[id, name, index]
    )
    rows(
      `INSERT INTO scooters (id, property_id, name, status, otp_pin, created_at)
       VALUES (?1, '${PROPERTY}', ?2, 'Available', '482913', ?3)`,
      ...[`s${index}`, name, index]
    )
    rows(
      `INSERT INTO pricing_plans (id, property_id, name, hours, cost, available_days, is_active, created_at)
       VALUES (?1, ?1, ?2, 1, 1, '["monday"]', 1, ?3)`,
      ...[id, name, index]
    )
    rows('INSERT INTO legacy_pricing (property_id, hourly_1, hourly_3, hourly_6, hourly_12) VALUES (?, 1, 1, 1, 1)', id)
    rows("INSERT INTO pin_changes (scooter_id, new_pin, created_at) VALUES (?, '739264', 0)", `s${index}`)
  })
})

afterEach(() => emptyTables('pin_changes', 'pricing_plans', 'legacy_pricing'))

const LISTS: [name: string, operation: AnyOperation, field: string][] = [
  ['plans', listAllPlans, 'name'],
  ['pricing', listLegacyPricing, 'property_name'],
  ['properties', listAllProperties, 'name'],
  ['scooters', listAllScooters, 'name']
]

const namesIn = async (response: Promise<Response>, field = 'name') =>
  ((await (await response).json()) as Record<string, string>[]).map(row => row[field])

test.each(LISTS)(
  'are sorted as a person reads them, over pages and in both directions: %s',
  async (_, route, field) => {
    const names = (query: Record<string, string>) => namesIn(getAs(ADMIN, route, { query }), field)
    expect(await names({ sort: field })).toEqual(AS_READ)
    expect(await names({ sort: `-${field}` })).toEqual(AS_READ.toReversed())
    expect(await names({ page: '2', per_page: '3', sort: field })).toEqual(AS_READ.slice(3, 6))
    expect(await names({})).toEqual(NAMES.toReversed())
  }
)

test.each(LISTS)('are found without their accents and with others: %s', async (_, route, field) => {
  const names = (q: string) => namesIn(getAs(ADMIN, route, { query: { q, sort: field } }), field)
  for (const q of ['eclair', 'ÉCLAIR', 'e\u0301clair', 'écläir']) {
    expect(await names(q), q).toEqual(['éclair', 'Eclair Two'])
  }
  expect(await names('two ÉCLAIR')).toEqual(['Eclair Two'])
})

const RIDERS = ['Éva', 'Zoya', 'Ārif', 'Asha', 'arif', 'Anil']
const RIDERS_AS_READ = ['Anil', 'arif', 'Ārif', 'Asha', 'Éva', 'Zoya']

test.each(['that the profile stored', 'of an earlier version'])('of riders are sorted so too: %s', async version => {
  emptyTables('rider_words', 'users')
  for (const [index, name] of RIDERS.entries()) rows(insertRiderSql({ id: `r${index}`, name, property_id: PROPERTY }))
  if (version === 'of an earlier version') {
    rows('UPDATE users SET name_key = NULL')
    expect(await upgradeSearchWords()).toBe(RIDERS.length)
  }
  const names = (query: Record<string, string>) => namesIn(getAs(ADMIN, listRiders, { query }))
  for (const filter of [{}, { property_id: PROPERTY }] as Record<string, string>[]) {
    expect(await names({ ...filter, sort: 'name' })).toEqual(RIDERS_AS_READ)
    expect(await names({ ...filter, sort: '-name' })).toEqual(RIDERS_AS_READ.toReversed())
    expect(await names({ ...filter, page: '2', per_page: '2', sort: 'name' })).toEqual(RIDERS_AS_READ.slice(2, 4))
  }
})

test('are sorted so for riders, and in the list of PINs to change', async () => {
  expect(await namesIn(getAs('r0', listProperties))).toEqual(AS_READ)
  const scooters = getAs('r0', listPropertyScooters, { params: { property_id: PROPERTY } })
  expect(await namesIn(scooters)).toEqual(AS_READ)
  expect(await namesIn(getAs(ADMIN, listPinChanges), 'scooter_name')).toEqual(AS_READ)
})
