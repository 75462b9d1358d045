import { describe, expect, test } from 'vitest'
import { getHealth } from '#contract/monitoring/health.ts'
import { addMinutes, dayOf, instantAt } from '#domain/time/india-time.ts'
import { signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertRefund, insertScooter } from '#tests/helpers/data/rows.ts'
import { emptyTables, setLastRun } from '#tests/helpers/data/stored-state.ts'
import { app, callAs, send, sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

// Which check fails when is told in system-status.test.ts.

const health = () => callAs(undefined, getHealth)

const twoAtNight = () => instantAt(dayOf(new Date()), '02:00')

async function insertHold(fields: { created_at: Date; settling: 0 | 1 }) {
  const rider = await signedInRider()
  const scooter = await insertScooter(rider.property_id)
  const [start, end] = [addMinutes(new Date(), 600), addMinutes(new Date(), 660)]
  const made = { created_at: fields.created_at, end, scooter_id: scooter.id, start, user_id: rider.id }
  const { id } = await insertBooking({ ...made, state: 'held' })
  await sql('UPDATE bookings SET settling = ? WHERE id = ?', fields.settling, id)
  return { id, rider }
}

async function refundFor(status: string): Promise<void> {
  const { id } = await insertHold({ created_at: new Date(), settling: 0 })
  await insertRefund({ booking_id: id, status })
}

async function clearMoney(): Promise<void> {
  await emptyTables('refunds', 'payments')
  await sql('UPDATE bookings SET settling = 0')
}

describe('the health', () => {
  test('is ok on a new installation until the first run of the cron is late', async () => {
    expect(await health()).toMatchObject({ cron: { is_late: false, last_run: null }, status: 'ok' })
    await setLastRun('installed', 601)
    expect(await health()).toMatchObject({ cron: { is_late: true, last_run: null }, status: 'attention' })
    await app.runMinute()
    const cron = { failures: 0, is_late: false, last_run: expect.stringMatching(/Z$/) }
    expect(await health()).toMatchObject({ cron, status: 'ok' })
  })

  test('reports to anybody what is reachable and which version runs, and is not cached', async () => {
    const reply = await send(getHealth)
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await reply.json()).toMatchObject({
      database: 'reachable',
      pictures: 'reachable',
      version: expect.stringMatching(/^\d+\.\d+\.\d+(\+[0-9a-f]+)?$/)
    })
    expect((await app.fetch('/api/health', { method: 'HEAD' })).status).toBe(200)
  })

  test('counts payments and refunds that wait', async () => {
    const before = (await health()).payments
    const late = await insertHold({ created_at: addMinutes(new Date(), -16), settling: 1 })
    await insertHold({ created_at: addMinutes(new Date(), -14), settling: 1 })
    await insertHold({ created_at: addMinutes(new Date(), -16), settling: 0 })
    for (const status of ['due', 'sent', 'processed', 'review']) await insertRefund({ booking_id: late.id, status })
    const none = {
      compensations_owed: 0,
      disputes_near_deadline: 0,
      disputes_open: 0,
      disputes_unanswered: 0,
      orders_failed: 0,
      payouts_unread: 0,
      unsettled_late: 0
    }
    expect(before).toEqual({ ...none, refunds_due: 0, refunds_in_review: 0, unsettled: 0 })
    expect((await health()).payments).toEqual({ ...none, refunds_due: 2, refunds_in_review: 1, unsettled: 1 })
    await clearMoney()
  })

  test('answers 503 for attention only to a strict request', async () => {
    const statusOf = async (path: string) => (await app.fetch(path)).status
    expect(await statusOf('/api/health?strict')).toBe(200)
    await refundFor('review')
    expect(await statusOf('/api/health')).toBe(200)
    expect(await statusOf('/api/health?strict')).toBe(503)
    expect(await statusOf('/api/health?strict=yes')).toBe(503)
    const reply = await send(getHealth, { query: { strict: '' } })
    expect(await reply.json()).toMatchObject({ database: 'reachable', status: 'attention' })
    await clearMoney()
  })

  test('reports a failed part of the cron, and the other parts still run', async () => {
    await sql("UPDATE bookings SET settling = 0, hold_until = 1 WHERE state = 'held'")
    await sql('ALTER TABLE uploads RENAME TO uploads_away')
    await app.runMinute()
    await sql('ALTER TABLE uploads_away RENAME TO uploads')
    expect(await health()).toMatchObject({ cron: { failures: 1, is_late: false }, status: 'attention' })
    expect(await sql("SELECT 1 FROM bookings WHERE state = 'held'")).toEqual([])
    await app.runMinute()
    expect(await health()).toMatchObject({ cron: { failures: 0 }, status: 'ok' })
  })
})

describe('the invariant checks', () => {
  test('run once a day over all rides, and the health shows the result', async () => {
    const rider = await signedInRider()
    const scooter = await insertScooter(rider.property_id)
    const ride = async (start: Date) => {
      const { id } = await insertBooking({
        end: addMinutes(start, 60),
        scooter_id: scooter.id,
        start,
        user_id: rider.id
      })
      await sql('DELETE FROM payments WHERE booking_id = ?', id)
      return id
    }
    const ancient = await ride(new Date('2019-03-04T05:00:00Z'))
    const older = await ride(addMinutes(new Date(), -40 * 24 * 60))
    const from = app.logs().length
    const newLogs = () => app.logs().slice(from).join('\n')

    await app.runMinute()
    expect([newLogs().includes(ancient), newLogs().includes(older)]).toEqual([false, false])
    expect((await health()).invariants).toBe(null)

    await app.runMinute(twoAtNight())
    for (const id of [ancient, older]) {
      expect(newLogs()).toMatch(
        new RegExp(`"invariant_violated".*"invariant":"only captured payments[^"]*","count":1,"ids":\\["${id}"\\]`)
      )
    }
    const { invariants } = await health()
    expect(invariants).toMatchObject({ broken: 2, checked_at: twoAtNight().toISOString() })
    await app.runMinute()
    expect((await health()).status).toBe('attention')

    await sql("DELETE FROM bookings WHERE state = 'confirmed'")
    await app.runMinute(twoAtNight())
    await app.runMinute()
    expect(await health()).toMatchObject({ invariants: { broken: 0 }, status: 'ok' })
  })
})
