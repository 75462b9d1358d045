import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { D1Database } from '@cloudflare/workers-types'
import { SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '#contract/auth/sign-in.ts'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { listPropertyScooters } from '#contract/catalogue/catalogue.ts'
import { getPropertyRules } from '#contract/catalogue/property-rules.ts'
import { listProblems } from '#contract/problems/problems.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { getMe } from '#contract/staff/me.ts'
import { listTeam } from '#contract/staff/team.ts'
import { BRAND_ID } from '#domain/brand/brand.ts'
import { HOUR_SECONDS, SECOND_MS } from '#domain/time/time-units.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { app, callAs, database, refusedCallAs, sql, startApp } from '#tests/helpers/servers/app.ts'
import { DEMO_PASSWORD, DEMO_RIDERS } from '../../../scripts/demo/people.ts'
import { insertAdminSql } from '../../../scripts/kit/admin-account.ts'
import { byContent, EXPORTED_AT, makeVersion1, type Tables, tablesOf } from './version-1.ts'

// A database of the first version, upgraded to the present schema.

const A_DAY_LATER = new Date('2026-11-23T01:52:00Z')

/** The messages that came with reports and late rides. */
const OF_TROUBLE = ['moved', 'not_ready', 'overdue', 'problem', 'ride_late']

let version1: Tables

/** Beside the admin of the demo. */
async function insertColleagues(d1: D1Database): Promise<void> {
  await d1
    .prepare(
      `INSERT INTO admins (id, name, email, password_hash, token_version, created_at, deleted_at)
       VALUES ('colleague', 'Ravi', 'ravi@demo.test', 'x', 3, 7, NULL), ('removed', 'Farah', 'farah@demo.test', 'x', 1, 8, 9)`
    )
    .run()
}

/** A session that began before the upgrade. */
const sessionOf = (adminId: string, ver: number) =>
  new SignJWT({ ver })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(BRAND_ID)
    .setAudience('admin')
    .setSubject(adminId)
    .setJti(adminId)
    .setIssuedAt()
    .setExpirationTime('12h')
    .sign(new TextEncoder().encode(parseEnv(readFileSync('.env.example', 'utf8')).SESSION_SECRET))

startApp(undefined, async d1 => {
  await makeVersion1(d1)
  await insertColleagues(d1)
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

  test('has only owners, who have joined and get no new email but about trouble', async () => {
    const columns = 'role, invited_at, daily_mail, tell_trouble'
    expect(await sql(`SELECT id, ${columns} FROM admins ORDER BY id`)).toEqual(
      ['colleague', 'demo-admin', 'removed'].map(id => ({
        daily_mail: 0,
        id,
        invited_at: null,
        role: 'owner',
        tell_trouble: 1
      }))
    )
    expect(await sql('SELECT * FROM admin_properties')).toEqual([])
  })

  test('leaves its admins signed in, with everything that an owner may do', async () => {
    const all = await sql<{ id: string }>('SELECT id FROM properties')
    for (const [id, version] of [
      ['colleague', 3],
      ['demo-admin', 1]
    ] as const) {
      const token = await sessionOf(id, version)
      const { properties, role } = await callAs(token, getMe)
      expect({ properties: properties.map(property => property.id).sort(), role }).toEqual({
        properties: all.map(property => property.id).sort(),
        role: 'owner'
      })
      const team = await callAs(token, listTeam)
      expect(team.map(member => member.id).sort()).toEqual(['colleague', 'demo-admin'])
    }
    expect((await refusedCallAs(await sessionOf('removed', 1), listTeam)).detail).toBe(apiErrorsText.notAuthenticated)
  })

  test('gives a new admin the fewest rights, unless the command for admins creates it', async () => {
    const account = { created_at: 7, id: 'by-command', name: null, password_hash: 'x' }
    await sql("INSERT INTO admins (id, name, email, password_hash, created_at) VALUES ('by-hand', 'A', 'a', 'x', 7)")
    await sql(insertAdminSql({ ...account, email: 'new@demo.test' }, false))
    expect(await sql("SELECT id, role FROM admins WHERE id LIKE 'by-%' ORDER BY id")).toEqual([
      { id: 'by-command', role: 'owner' },
      { id: 'by-hand', role: 'caretaker' }
    ])
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

    test('counts every ride as returned at its end, and tells nobody of late rides or problems', async () => {
      const ended = "kind = 'ride' AND state = 'confirmed' AND end_at < ?"
      const over = A_DAY_LATER.getTime() / SECOND_MS - HOUR_SECONDS
      const returned = await sql(`SELECT returned_at = end_at AS is_at_end FROM bookings WHERE ${ended}`, over)
      expect(returned.length).toBeGreaterThan(0)
      expect(returned).toEqual(returned.map(() => ({ is_at_end: 1 })))
      const kinds = await sql<{ kind: string }>('SELECT kind FROM outbox')
      expect(kinds.filter(({ kind }) => OF_TROUBLE.includes(kind))).toEqual([])
      const token = await sessionOf('demo-admin', 1)
      expect(await callAs(token, listAllBookings, { query: { late: '1' } })).toEqual([])
      expect(await callAs(token, listProblems, { query: {} })).toEqual([])
      const [property] = await sql<{ id: string }>('SELECT id FROM properties')
      const rules = await callAs(token, getPropertyRules, { params: { id: property?.id ?? '' } })
      expect(rules).toMatchObject({ report_refunds: null, return_mode: null })
    })

    test('lets its riders sign in and read their bookings', async () => {
      const riders = DEMO_RIDERS.filter(({ id }) => version1.users?.rows.some(row => row.id === id))
      expect(riders.length).toBe(6)
      for (const { email, id } of riders) {
        const { access_token } = await callAs(undefined, signIn, { body: { email, password: DEMO_PASSWORD } })
        const had = version1.bookings?.rows.filter(({ user_id }) => user_id === id).map(row => row.id)
        const has = await callAs(access_token, listMyBookings)
        expect(has.map(booking => booking.id).sort(), email).toEqual(had?.sort())
        expect(has.filter(({ is_late, known_damage, trouble }) => is_late || known_damage || trouble)).toEqual([])
        // Nobody has reviewed their licences, and they book on.
        const { property_id } = await callAs(access_token, getProfile)
        const scooters = await callAs(access_token, listPropertyScooters, {
          params: { property_id: property_id ?? '' }
        })
        expect(scooters.map(({ booking_block }) => booking_block).filter(Boolean)).toEqual([])
      }
    })
  })
})
