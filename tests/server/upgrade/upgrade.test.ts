import { beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '#contract/auth/sign-in.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { app, callAs, database, sql, startApp } from '#tests/helpers/servers/app.ts'
import { DEMO_PASSWORD, DEMO_RIDERS } from '../../../scripts/demo/people.ts'
import { byContent, EXPORTED_AT, makeVersion1, type Tables, tablesOf } from './version-1.ts'

// A database of the first version, upgraded to the present schema.

const A_DAY_LATER = new Date('2026-11-23T01:52:00Z')

let version1: Tables

startApp(undefined, async d1 => {
  await makeVersion1(d1)
  version1 = await tablesOf(d1)
})

describe('a database of the first version', () => {
  test('keeps every row of every table', async () => {
    const present = await tablesOf(database())
    for (const [name, { columns, rows }] of Object.entries(version1)) {
      const kept = present[name]?.rows.map(row => Object.fromEntries(columns.map(column => [column, row[column]])))
      expect(byContent(kept ?? []), name).toEqual(expect.arrayContaining(byContent(rows)))
    }
    expect(version1.bookings?.rows.length).toBe(41)
  })

  test('waits for the next hour and the next night with the jobs of an hour or a day', async () => {
    const since = "SELECT job, unixepoch() - ended_at < 3600 AS is_recent FROM runs WHERE job IN ('daily', 'hourly')"
    expect(await sql(since)).toEqual([
      { is_recent: 1, job: 'daily' },
      { is_recent: 1, job: 'hourly' }
    ])
  })

  test('breaks no foreign key and no invariant', async () => {
    expect(await sql('PRAGMA foreign_key_check')).toEqual([])
    expect(await brokenInvariants(database(), EXPORTED_AT)).toEqual([])
  })

  describe('after a day of service', () => {
    beforeAll(async () => {
      await app.runMinute(EXPORTED_AT)
      await app.runMinute(A_DAY_LATER)
    })

    test('has sent the due refunds, and breaks no invariant', async () => {
      expect(await sql("SELECT status FROM refunds WHERE status <> 'processed'")).toEqual([])
      expect(await sql("SELECT id FROM bookings WHERE state IN ('held', 'refund_due')")).toEqual([])
      expect(await brokenInvariants(database(), A_DAY_LATER)).toEqual([])
    })

    test('lets its riders sign in and read their bookings', async () => {
      for (const { email, id } of DEMO_RIDERS) {
        const { access_token } = await callAs(undefined, signIn, { body: { email, password: DEMO_PASSWORD } })
        const had = version1.bookings?.rows.filter(({ user_id }) => user_id === id).map(row => row.id)
        const has = (await callAs(access_token, listMyBookings)).map(booking => booking.id)
        expect(has.sort(), email).toEqual(had?.sort())
      }
    })
  })
})
