import { beforeEach, describe, expect, test } from 'vitest'
import { HAS_MORE_HEADER } from '#contract/kit/list-query.ts'
import { PAGE_SIZE, SEARCH_MATCHES_MAX } from '#domain/constants.ts'
import { exportBookings, listAllBookings } from '#server/bookings/admin/admin-bookings.ts'
import { listRiders } from '#server/riders/admin-riders.ts'
import { upgradeSearchWords } from '#server/riders/search.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { injectFaults } from '#tests/helpers/servers/fault-injection.ts'
import { getAs } from '#tests/model/harness/get.ts'
import { emptyTables, startHarnessForEachTest } from '#tests/model/harness/harness.ts'
import { ADMIN } from '#tests/model/harness/seed.ts'

// How admins find riders and their bookings, however many of them there are.

startHarnessForEachTest()

beforeEach(() => emptyTables('bookings', 'scooters', 'rider_words', 'users'))

const NUMBERS = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < CAST(?1 AS INTEGER))'

/** Riders as an earlier version stored them: the cron gives them their words. */
function insertRiders(count: number, name: string, from = 0): void {
  rows(
    `INSERT INTO users (id, name, email, phone, date_of_birth, password_hash, license_photo_url, created_at)
     ${NUMBERS} SELECT 'u' || (i + CAST(?3 AS INTEGER)), ?2, 'u' || (i + CAST(?3 AS INTEGER)) || '@a.test', '1', '1990-01-01', 'x', 'x', i FROM n`,
    count,
    name,
    from
  )
}

function insertScooters(count: number, name: string): void {
  rows(
    `INSERT INTO scooters (id, name, status, otp_pin, created_at)
     ${NUMBERS} SELECT 's' || i, ?2 || ' ' || i, 'Available', '482913', i FROM n`,
    count,
    name
  )
}

/** 2026. */
const YEAR = 1_767_225_600

/** One of each rider, on one of the scooters; the first rider's is the oldest. */
function insertBookings(count: number, scooters: number): void {
  rows(
    `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                           amount, state, payment_id, created_at, updated_at)
     ${NUMBERS} SELECT printf('b%08d', i), 'u' || i, 's' || (1 + i % CAST(?2 AS INTEGER)), 'S', 'p', 'P', ${YEAR} + i * 3600, ${YEAR} + i * 3600 + 3600,
                       1, 50, 'confirmed', 'pay' || i, i, 0 FROM n`,
    count,
    scooters
  )
}

async function foldAll(): Promise<number[]> {
  const counts: number[] = []
  do counts.push(await upgradeSearchWords())
  while (counts.at(-1) !== 0)
  return counts
}

const LISTS = { bookings: listAllBookings, riders: listRiders }

/** The ids on all pages, read until the list says that there are no more. */
async function idsOnPages(list: keyof typeof LISTS, query: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1, hasMore = true; hasMore; page += 1) {
    const response = await getAs(ADMIN, LISTS[list], { query: { ...query, page: String(page) } })
    const found = (await response.json()) as { id: string }[]
    hasMore = response.headers.get(HAS_MORE_HEADER) === 'true'
    if (hasMore) expect(found).toHaveLength(PAGE_SIZE)
    ids.push(...found.map(({ id }) => id))
  }
  return ids
}

async function exportedIds(query: Record<string, string>): Promise<string[]> {
  const file = await (await getAs(ADMIN, exportBookings, { query })).text()
  return file.split('\r\n').flatMap(line => /^b\d+/.exec(line)?.[0] ?? [])
}

const newest = (count: number) =>
  Array.from({ length: count }, (_, index) => `b${String(count - index).padStart(8, '0')}`)

describe.each([60, SEARCH_MATCHES_MAX + 100])('a search that finds %d', count => {
  test('riders of one name lists and exports the bookings of all of them', async () => {
    insertRiders(count, 'Asha Kumar')
    insertScooters(2, 'Ather')
    insertBookings(count, 2)
    await foldAll()
    for (const q of ['kumar', 'kumar asha', 'k']) {
      expect(await idsOnPages('bookings', { q }), q).toEqual(newest(count))
      expect(await exportedIds({ q }), q).toEqual(newest(count))
      expect((await idsOnPages('riders', { q })).length, q).toBe(count)
    }
    expect(await idsOnPages('bookings', { q: 'kumar', sort: 'start_time' })).toEqual(newest(count).toReversed())
    expect(await exportedIds({ q: 'kumar', from: '2026-01-03', to: '2026-01-03' })).toEqual(
      newest(count).filter(
        id => Number(id.slice(1)) * 3600 >= 2 * 86_400 - 19_800 && Number(id.slice(1)) * 3600 < 3 * 86_400 - 19_800
      )
    )
    expect(await exportedIds({ q: 'kumar nobody' })).toEqual([])
  })

  test('scooters of one name lists and exports the bookings of all of them', async () => {
    insertRiders(count, 'Asha')
    insertScooters(count, 'Ather')
    insertBookings(count, count)
    await foldAll()
    expect(await idsOnPages('bookings', { q: 'ather' })).toEqual(newest(count))
    expect(await exportedIds({ q: 'ÁTHER' })).toEqual(newest(count))
    expect(await idsOnPages('bookings', { q: 'nothing' })).toEqual([])
  })
})

test('a search of words that thousands of riders have finds the only one who has all of them', async () => {
  insertRiders(10_100, 'Asha Nair')
  insertRiders(10_100, 'Ravi Kumar', 20_000)
  insertRiders(1, 'Asha Kumar', 40_000)
  insertScooters(1, 'Ather')
  insertBookings(1, 1)
  rows("UPDATE bookings SET user_id = 'u40001'")
  rows(
    `INSERT INTO rider_words (word, user_id)
     SELECT word.value, users.id FROM users, json_each('["' || replace(lower(name), ' ', '","') || '"]') word`
  )
  expect(await idsOnPages('riders', { q: 'kumar asha' })).toEqual(['u40001'])
  expect(await idsOnPages('bookings', { q: 'kumar asha' })).toEqual(newest(1))
  expect(await exportedIds({ q: 'asha kumar' })).toEqual(newest(1))
})

describe('the words of riders that an earlier version stored', () => {
  const wordsOf = (id: string) =>
    rows<{ word: string }>('SELECT word FROM rider_words WHERE user_id = ? ORDER BY word', id).map(({ word }) => word)

  test('are folded by the cron, some hundred riders a minute', async () => {
    insertRiders(700, 'A\u0304rif')
    rows("INSERT INTO rider_words (word, user_id) SELECT 'A\u0304rif', id FROM users")
    expect(await foldAll()).toEqual([300, 300, 100, 0])
    expect(wordsOf('u700')).toEqual(['1', 'a', 'arif', 'test', 'u700', 'u700@a.test'])
    for (const q of ['Ārif', 'ĀRIF', 'a\u0304rif', 'arif', 'ārif']) {
      expect((await idsOnPages('riders', { q })).length, q).toBe(700)
    }
  })

  test('are those of a profile that is saved meanwhile', async () => {
    insertRiders(2, 'Ārif')
    injectFaults(({ operation }) => {
      if (operation.includes('DELETE FROM rider_words')) {
        rows("UPDATE users SET name = 'Zoya', name_key = 'zoya' WHERE id = 'u1'")
        rows("INSERT INTO rider_words (word, user_id) VALUES ('zoya', 'u1')")
      }
      return null
    })
    await foldAll()
    expect(wordsOf('u1')).toEqual(['zoya'])
    expect(wordsOf('u2')).toContain('arif')
  })

  test('stay away for a deleted rider', async () => {
    insertRiders(1, 'Ārif')
    rows('UPDATE users SET deleted_at = 1')
    expect(await foldAll()).toEqual([0])
    expect(wordsOf('u1')).toEqual([])
  })
})
