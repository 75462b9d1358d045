import type { D1Database } from '@cloudflare/workers-types'
import { describe, expect, test } from 'vitest'
import { SLOT_MINUTES } from '#domain/constants.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { app, database, sql, startApp } from '#tests/helpers/servers/app.ts'
import { byContent, EXPORTED_AT, makeDatabaseBefore, type Tables, tablesOf } from './version-1.ts'

// A database after months of use, with manual changes that the new schema rejects, upgraded to the present schema.

const CELL_SECONDS = SLOT_MINUTES * 60

interface Ride {
  amount: number
  end_at: number
  id: string
  payment_id: string
  scooter_id: string
  start_at: number
}

let before: Tables
let rides: Ride[]
let otherScooters: Map<string, string>

const ride = (index: number): Ride => {
  const found = rides[index]
  if (!found) throw new Error(`There are ${rides.length} paid rides`)
  return found
}

const cellsOf = ({ end_at, start_at }: Ride) => {
  const first = Math.floor(start_at / CELL_SECONDS)
  return Array.from({ length: Math.ceil(end_at / CELL_SECONDS) - first }, (_, index) => first + index)
}

async function damage(d1: D1Database): Promise<void> {
  const run = (statement: string, ...values: unknown[]) =>
    d1
      .prepare(statement)
      .bind(...values)
      .run()
  // Two bookings were moved by hand to another scooter: one to a free scooter, one to a booked scooter.
  await run('UPDATE bookings SET scooter_id = ?2 WHERE id = ?1', ride(0).id, otherScooters.get(ride(0).id))
  await run('UPDATE slot_claims SET scooter_id = ?2 WHERE booking_id = ?1', ride(1).id, 'somewhere')
  const [cell] = cellsOf(ride(2))
  await run(
    'INSERT INTO slot_claims VALUES (?1, ?2, ?3, ?4)',
    'nowhere',
    cell,
    ride(2).id,
    EXPORTED_AT.getTime() / 1000 + 60
  )
  // Payments were deleted: of a ride, and of a due refund.
  await run('DELETE FROM payments WHERE payment_id = ?1', ride(3).payment_id)
  await run("DELETE FROM payments WHERE payment_id IN (SELECT payment_id FROM refunds WHERE status = 'due')")
  await run(
    `INSERT INTO refunds (payment_id, booking_id, reason, status, created_at)
     VALUES ('pay_twice', ?1, 'extra_payment', 'due', 7), ('pay_odd', ?1, 'mismatch', 'review', 8),
            ('pay_kind', ?1, 'goodwill', 'thought of', 9)`,
    ride(4).id
  )
  await run("UPDATE payments SET id = 'called otherwise' WHERE payment_id = ?1", ride(5).payment_id)
  await run(
    "INSERT INTO payments (id, booking_id, status, created_at) VALUES (?1, ?2, 'pondered', 7)",
    ride(5).payment_id,
    ride(5).id
  )
  await run("INSERT INTO runs VALUES ('tidy', 7, 0)")
  await run("INSERT INTO failing_items VALUES ('chores', 'x', 7, 8), ('orders', 'y', 7, 8)")
  await run(
    `INSERT INTO uploads (id, kind, path, content_type, created_at, claimed_at)
     VALUES ('left', 'image', 'images/one.png', 'image/png', 7, NULL), ('used', 'image', 'images/one.png', 'image/png', 8, 9),
            ('paper', 'passport', 'pending/paper.png', 'image/png', 8, 9)`
  )
  await run("UPDATE sandbox_payments SET status = 'pondered' WHERE id = ?1", ride(6).payment_id)
  await run(
    `INSERT INTO disputes (dispute_id, payment_id, booking_id, status, phase, reason, paise, paise_deducted, currency,
                           created_at, told_at)
     VALUES ('disp_1', 'pay_unknown', ?1, 'open', 'chargeback', '', 1, 0, 'INR', 7, 7)`,
    ride(0).id
  )
}

startApp(undefined, async d1 => {
  await makeDatabaseBefore(d1, '0012_constraints.sql')
  const found = await d1
    .prepare("SELECT * FROM bookings WHERE state = 'confirmed' ORDER BY start_at DESC, id")
    .all<Ride>()
  rides = found.results
  // Any other scooter that is free at that time.
  const free = await d1
    .prepare(
      `SELECT b.id, (SELECT s.id FROM scooters s WHERE NOT EXISTS
              (SELECT 1 FROM slot_claims c JOIN slot_claims own ON own.cell = c.cell AND own.booking_id = b.id
                WHERE c.scooter_id = s.id)) AS scooter_id
         FROM bookings b WHERE b.state = 'confirmed'`
    )
    .all<{ id: string; scooter_id: string }>()
  otherScooters = new Map(free.results.map(({ id, scooter_id }) => [id, scooter_id]))
  await damage(d1)
  before = await tablesOf(d1)
})

const paymentOf = (id: string) =>
  sql('SELECT booking_id, payment_id, status, paise, currency FROM payments WHERE id = ?', id)

describe('a database with rows that the new schema rejects', () => {
  test('is upgraded, and breaks no foreign key and no invariant', async () => {
    expect(await sql('PRAGMA foreign_key_check')).toEqual([])
    expect(await brokenInvariants(database(), EXPORTED_AT)).toEqual([])
  })

  test('keeps the claims of a ride on its present scooter', async () => {
    const claims = (id: string) =>
      sql('SELECT scooter_id, cell, hold_until FROM slot_claims WHERE booking_id = ? ORDER BY cell', id)
    const owned = (of: Ride, scooter_id?: string) => cellsOf(of).map(cell => ({ cell, hold_until: null, scooter_id }))
    expect(await claims(ride(0).id)).toEqual(owned(ride(0), otherScooters.get(ride(0).id)))
    expect(await claims(ride(1).id)).toEqual(owned(ride(1), ride(1).scooter_id))
    expect(await claims(ride(2).id), 'a stray claim').toEqual(owned(ride(2), ride(2).scooter_id))
  })

  test('restores payments that only a booking or a refund refers to', async () => {
    const paid = { currency: 'INR', status: 'captured' }
    expect(await paymentOf(ride(3).payment_id)).toEqual([
      { ...paid, booking_id: ride(3).id, paise: ride(3).amount * 100, payment_id: ride(3).payment_id }
    ])
    expect(await paymentOf('pay_twice')).toEqual([
      { ...paid, booking_id: ride(4).id, paise: ride(4).amount * 100, payment_id: 'pay_twice' }
    ])
    expect(await paymentOf('pay_odd')).toMatchObject([{ ...paid, paise: ride(4).amount * 100 }])
  })

  test('renames a captured payment to the provider’s id, and keeps the row that had this id', async () => {
    const { id: booking_id, payment_id } = ride(5)
    expect(
      await sql('SELECT id, payment_id, status FROM payments WHERE booking_id = ? ORDER BY status', booking_id)
    ).toEqual([
      { id: payment_id, payment_id, status: 'captured' },
      { id: `${payment_id}-pondered`, payment_id: null, status: 'failed' }
    ])
  })

  test('keeps every refund, and sends those with an unknown status to review', async () => {
    const refunds = await sql('SELECT payment_id, reason, status FROM refunds WHERE booking_id = ?', ride(4).id)
    expect(byContent(refunds)).toEqual(
      byContent([
        { payment_id: 'pay_twice', reason: 'extra_payment', status: 'due' },
        { payment_id: 'pay_odd', reason: 'mismatch', status: 'review' },
        { payment_id: 'pay_kind', reason: 'elsewhere', status: 'review' }
      ])
    )
    expect(await sql('SELECT payment_id FROM refunds')).toHaveLength(before.refunds?.rows.length ?? 0)
  })

  test('gives every refund the amount of its payment, and every paid booking its time of payment', async () => {
    expect(await sql('SELECT r.id FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.id <> p.id')).toEqual(
      []
    )
    expect(
      await sql('SELECT r.id FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.paise IS NOT p.paise')
    ).toEqual([])
    expect(await sql('SELECT id FROM bookings WHERE payment_id IS NOT NULL AND paid_at IS NULL')).toEqual([])
    expect(
      await sql(
        "SELECT id FROM bookings WHERE state = 'cancelled' AND payment_id IS NOT NULL AND refund_percent IS NOT 100"
      )
    ).toEqual([])
  })

  test('assigns the object of two uploads to the one in use', async () => {
    expect(await sql("SELECT id, kind, path FROM uploads WHERE id IN ('left', 'used', 'paper') ORDER BY id")).toEqual([
      { id: 'left', kind: 'image', path: 'images/one.png#left' },
      { id: 'paper', kind: 'license', path: 'pending/paper.png' },
      { id: 'used', kind: 'image', path: 'images/one.png' }
    ])
  })

  test('drops rows that no list and no job reads, and keeps every other row', async () => {
    expect(await sql('SELECT list, id FROM failing_items')).toEqual([{ id: 'y', list: 'orders' }])
    expect(await sql("SELECT job FROM runs WHERE job = 'tidy'")).toEqual([])
    const present = await tablesOf(database())
    for (const name of ['bookings', 'disputes', 'audits', 'sandbox_orders', 'users', 'scooters', 'webhook_events']) {
      const columns = before[name]?.columns ?? []
      const kept = (present[name]?.rows ?? []).map(row =>
        Object.fromEntries(columns.map(column => [column, row[column]]))
      )
      expect(byContent(kept), name).toEqual(byContent(before[name]?.rows ?? []))
    }
    for (const name of ['refunds', 'uploads', 'sandbox_payments', 'slot_claims']) {
      const lost = (before[name]?.rows.length ?? 0) - (present[name]?.rows.length ?? 0)
      expect(lost, name).toBe(name === 'slot_claims' ? 1 : 0)
    }
  })

  test('refunds a payment that only its refund refers to', async () => {
    const due = before.refunds?.rows.filter(({ payment_id, status }) => status === 'due' && payment_id !== 'pay_twice')
    expect(due?.length).toBeGreaterThan(0)
    await app.runMinute(EXPORTED_AT)
    for (const { payment_id } of due ?? []) {
      expect(await sql('SELECT status FROM refunds WHERE payment_id = ?', payment_id)).toEqual([
        { status: 'processed' }
      ])
    }
    expect(await brokenInvariants(database(), EXPORTED_AT)).toEqual([])
  })
})
