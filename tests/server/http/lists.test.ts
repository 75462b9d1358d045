import { beforeAll, describe, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { exportBookings } from '#contract/bookings/bookings-csv.ts'
import { listAllPlans, listLegacyPricing } from '#contract/catalogue/admin-pricing.ts'
import { listAllProperties } from '#contract/catalogue/admin-properties.ts'
import { listAllScooters } from '#contract/catalogue/admin-scooters.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { HAS_MORE_HEADER } from '#contract/kit/list-query.ts'
import { listRiders } from '#contract/riders/admin-riders.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import {
  insertBooking,
  insertLegacyPricing,
  insertPlan,
  insertProperty,
  insertScooter
} from '#tests/helpers/data/rows.ts'
import { send, startApp } from '#tests/helpers/servers/app.ts'

startApp()

type Row = Record<string, unknown>

const LISTS: [string, Endpoint, key: string, fields: string[]][] = [
  ['properties', listAllProperties, 'name', ['name', 'location', 'created_at']],
  ['scooters', listAllScooters, 'name', ['name', 'property_name', 'status', 'created_at']],
  ['legacy pricing', listLegacyPricing, 'property_name', ['property_name', 'hourly_1']],
  ['pricing plans', listAllPlans, 'name', ['name', 'property_name', 'hours', 'cost', 'created_at']],
  ['users', listRiders, 'name', ['name', 'email', 'created_at']],
  ['bookings', listAllBookings, 'user_name', ['created_at', 'start_time']]
]

const BY_AGE = ['Bravo', 'alpha', 'Delta', 'charlie', 'Echo']
const NEWEST_FIRST = BY_AGE.toReversed()
const BY_NAME = ['alpha', 'Bravo', 'charlie', 'Delta', 'Echo']

const admin = setUpAdmin()

// Five rows of every list; rows that belong together share a name.
beforeAll(async () => {
  for (const name of BY_AGE) {
    const { id: property_id } = await insertProperty({ location: `${name} Road`, name })
    await insertLegacyPricing(property_id)
    const { id: scooter_id } = await insertScooter(property_id, { name })
    await insertPlan(property_id, { name })
    const { id: user_id } = await signedInRider({ name, property_id })
    const start = new Date('2026-06-15T10:00:00Z')
    await insertBooking({ end: addMinutes(start, 60), scooter_id, start, user_id })
  }
})

async function request(endpoint: Endpoint, query: Record<string, string>) {
  const reply = await send(endpoint, { query }, admin.token)
  expect(reply.status).toBe(200)
  return { more: reply.headers.get(HAS_MORE_HEADER), rows: (await reply.json()) as Row[] }
}

describe.each(LISTS)('the list of %s', (_, endpoint, key, fields) => {
  const namesIn = async (query: Record<string, string>) => (await request(endpoint, query)).rows.map(row => row[key])

  test('returns all rows, newest first, without a query, and no paging headers', async () => {
    expect(await namesIn({})).toEqual(NEWEST_FIRST)
    expect((await request(endpoint, {})).more).toBeNull()
  })

  test('returns pages, and each page tells whether there is a next one', async () => {
    const pages = await Promise.all(['1', '2', '3', '4'].map(page => request(endpoint, { page, per_page: '2' })))
    const names = pages.map(({ rows }) => rows.map(row => row[key]))
    expect(names).toEqual([['Echo', 'charlie'], ['Delta', 'alpha'], ['Bravo'], []])
    expect(pages.map(({ more }) => more)).toEqual(['true', 'true', 'false', 'false'])
    expect((await request(endpoint, { per_page: '5' })).more).toBe('false')
    expect(await namesIn({ page: '1' })).toEqual(NEWEST_FIRST)
  })

  test.each(fields)('sorts by %s in both directions without losing a row', async field => {
    const up = await namesIn({ sort: field })
    expect(await namesIn({ sort: `-${field}` })).toEqual(up.toReversed())
    expect(up.toSorted()).toEqual(BY_AGE.toSorted())
    if (field === key) expect(up).toEqual(BY_NAME)
  })

  test('searches without regard to case', async () => {
    expect(await namesIn({ page: '1', q: 'CHAR' })).toEqual(['charlie'])
    expect(await namesIn({ q: ' ' })).toEqual(NEWEST_FIRST)
    expect(await namesIn({ q: '\u0000\u200b' })).toEqual(NEWEST_FIRST)
  })

  test.each(['%', '_', "' OR 1=1 --", '\uFFFF', '🛵'])('finds nothing for %j', async q => {
    expect(await namesIn({ q })).toEqual([])
  })

  test('ignores unknown query parameters', async () => {
    expect(await namesIn({ colour: 'green' })).toEqual(NEWEST_FIRST)
  })

  test.each([
    [{ page: '0' }, ['query', 'page'], apiErrorsText.invalidPage],
    [{ page: '1.5' }, ['query', 'page'], apiErrorsText.invalidPage],
    [{ page: 'two' }, ['query', 'page'], apiErrorsText.invalidPage],
    [{ per_page: '201' }, ['query', 'per_page'], apiErrorsText.invalidPage],
    [{ per_page: '-1' }, ['query', 'per_page'], apiErrorsText.invalidPage],
    [{ page: '201' }, ['query'], listsText.pageTooDeep],
    [{ q: 'x'.repeat(101) }, ['query', 'q'], listsText.searchTooLong],
    [{ sort: 'password_hash' }, ['query', 'sort'], listsText.unknownSort],
    [{ sort: '--name' }, ['query', 'sort'], listsText.unknownSort]
  ])('rejects %j with a sentence', async (query, loc, msg) => {
    const refusal = await admin.refusal(endpoint, { query })
    expect(refusal).toMatchObject({ detail: [{ loc, msg }], status: 422 })
  })
})

describe('a filter', () => {
  test('keeps only the rows that match', async () => {
    const [echo] = (await request(listAllProperties, { q: 'echo road' })).rows
    const property_id = String(echo?.id)
    for (const endpoint of [listAllScooters, listAllPlans, listRiders, listAllBookings]) {
      const { rows } = await request(endpoint, { property_id })
      expect(rows.map(row => row.property_id)).toEqual([property_id])
    }
    expect((await request(listAllScooters, { status: 'Maintenance' })).rows).toEqual([])
    expect((await request(listAllPlans, { is_active: 'false' })).rows).toEqual([])
    expect((await request(listAllPlans, { is_active: 'true' })).rows).toHaveLength(5)
  })

  test.each<[Endpoint, Record<string, string>, string]>([
    [listAllScooters, { status: 'Lost' }, formsText.unknownStatus],
    [listAllPlans, { is_active: 'maybe' }, apiErrorsText.unknownFilter],
    [listAllBookings, { status: 'Paid' }, apiErrorsText.unknownFilter],
    [listAllBookings, { from: '2026-02-30' }, apiErrorsText.invalidDate],
    [listAllBookings, { to: 'tomorrow' }, apiErrorsText.invalidDate],
    [exportBookings, { status: 'Paid' }, apiErrorsText.unknownFilter]
  ])('with an invalid value is rejected: %o %j', async (endpoint, query, msg) => {
    const [field] = Object.keys(query)
    const refusal = await admin.refusal(endpoint, { query })
    expect(refusal).toMatchObject({ detail: [{ loc: ['query', field], msg }], status: 422 })
  })
})

describe('a search', () => {
  // One row of each list, where every name is different. The tests above do not use these rows.
  beforeAll(async () => {
    const { id: property_id } = await insertProperty({ location: 'Xray', name: 'Yankee' })
    await insertLegacyPricing(property_id)
    const { id: scooter_id } = await insertScooter(property_id, { name: 'Zulu' })
    await insertPlan(property_id, { name: 'Whisky' })
    const { id: user_id } = await signedInRider({ name: 'Victor', property_id })
    const start = new Date('2026-06-16T10:00:00Z')
    await insertBooking({ end: addMinutes(start, 60), scooter_id, start, user_id })
  })

  test.each<[string, Endpoint, string[]]>([
    ['properties', listAllProperties, ['yank', 'xray']],
    ['legacy pricing', listLegacyPricing, ['yank', 'xray']],
    ['scooters', listAllScooters, ['zul', 'yank']],
    ['pricing plans', listAllPlans, ['whisk', 'yank']],
    ['bookings', listAllBookings, ['zul', 'vict']]
  ])('of %s looks in every name', async (_, endpoint, search) => {
    for (const q of search) expect((await request(endpoint, { q })).rows, q).toHaveLength(1)
  })
})
