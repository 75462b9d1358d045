import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getHealth, getSystemStatus } from '#contract/monitoring/health.ts'
import { PAPER_URGENT_DAYS } from '#domain/catalogue/scooters.ts'
import { DISPUTE_WARNING_HOURS, FAILING_ORDERS, type HealthCheck, MESSAGES_LATE_MINUTES } from '#domain/monitoring.ts'
import { addDays, addMinutes, dayOf } from '#domain/time/india-time.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertRefund, insertScooter } from '#tests/helpers/data/rows.ts'
import { setLastRun, setSettling } from '#tests/helpers/data/stored-state.ts'
import { callAs, send, sql, startApp } from '#tests/helpers/servers/app.ts'
import { insertDispute, insertMessage, insertMissingPicture, insertRun } from './unhealthy-rows.ts'

/** Everything is set up, with a value for each variable that is no choice between names. */
const VARIABLES = {
  ALERT_WEBHOOK_SECRET: 'of-the-alerts',
  ALERT_WEBHOOK_URL: 'http://127.0.0.1:1/of-the-webhook',
  HEARTBEAT_URL: 'http://127.0.0.1:1/of-the-heartbeat',
  MAIL_FROM: 'Rides <of-the-sender@example.com>',
  RAZORPAY_KEY_ID: 'rzp_test_ofthekeys',
  RAZORPAY_KEY_SECRET: 'of-the-provider',
  RAZORPAY_WEBHOOK_SECRET: 'of-the-webhooks',
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'of-the-past',
  RESEND_API_KEY: 'of-the-mail-service',
  SECURITY_CONTACT: 'of-the-contact@example.com',
  SESSION_SECRET: 'of-the-sessions-0123456789-abcdefgh',
  SITE_URL: 'https://of-the-site.example',
  VAPID_PRIVATE_KEY: 'x'.repeat(43),
  VAPID_PUBLIC_KEY: `B${'y'.repeat(86)}`
}

startApp(() => ({ ...VARIABLES, MAIL_PROVIDER: 'resend', PAYMENT_PROVIDER: 'razorpay' }))

const admin = setUpAdmin()
let booking_id: string
/** A hold whose payment may still wait. */
let younger_id: string
let scooter_id: string
let user_id: string
beforeAll(async () => {
  const rider = await signedInRider()
  user_id = rider.id
  scooter_id = (await insertScooter(rider.property_id)).id
  const [start, end] = [addMinutes(new Date(), 600), addMinutes(new Date(), 660)]
  const made = { created_at: addMinutes(new Date(), -61), end, scooter_id, start, user_id }
  booking_id = (await insertBooking({ ...made, state: 'held' })).id
  const younger = { created_at: addMinutes(new Date(), -58), end: addMinutes(end, 60), start: end }
  younger_id = (await insertBooking({ ...made, ...younger, state: 'held' })).id
})

/** Everything that can be nearly too late is. */
beforeEach(async () => {
  for (const table of [
    'alerts',
    'compensations',
    'disputes',
    'failing_items',
    'outbox',
    'refunds',
    'payments',
    'payout_days',
    'uploads'
  ])
    await sql(`DELETE FROM ${table}`)
  await insertPaper(PAPER_URGENT_DAYS + 1)
  await sql("DELETE FROM bookings WHERE state = 'released'")
  await sql('UPDATE bookings SET settling = 0')
  await setSettling(younger_id, true)
  await insertMessage(MESSAGES_LATE_MINUTES - 1)
  await sql("DELETE FROM runs WHERE job NOT IN ('daily', 'hourly', 'installed')")
  await insertRun('minute', 0)
  await setLastRun('minute', 590)
})

/** A paper of the scooter that ends in so many days. */
const insertPaper = (days: number) =>
  sql(
    "INSERT OR REPLACE INTO scooter_papers (scooter_id, kind, expires_on) VALUES (?, 'insurance', ?)",
    scooter_id,
    addDays(dayOf(new Date()), days)
  )

/** Makes each check fail that data can make fail, once. */
const FAULTS: Record<
  Exclude<HealthCheck, 'database_filling' | 'database_unreachable' | 'misconfigured' | 'pictures_unreachable'>,
  () => Promise<unknown>
> = {
  invariants_broken: () => insertRun('invariants', 1),
  cron_late: () => setLastRun('minute', 601),
  orders_failing: async () => {
    const failed = { created_at: new Date(), scooter_id, state: 'expired', user_id } as const
    for (const minutes of [700, 800, 900]) {
      const [start, end] = [addMinutes(new Date(), minutes), addMinutes(new Date(), minutes + 60)]
      const { id } = await insertBooking({ ...failed, end, start })
      await sql("UPDATE bookings SET state = 'released' WHERE id = ?", id)
    }
  },
  payments_unsettled: () => setSettling(booking_id, true),
  refunds_in_review: () => insertRefund({ booking_id, status: 'review' }),
  compensations_owed: () =>
    sql('INSERT INTO compensations VALUES (?, 100, unixepoch() - 7 * 86400, NULL, NULL)', booking_id),
  disputes_near_deadline: () => insertDispute(booking_id, { seconds: (DISPUTE_WARNING_HOURS - 1) * HOUR_SECONDS }),
  disputes_unanswered: () => insertDispute(booking_id, { seconds: (DISPUTE_WARNING_HOURS + 1) * HOUR_SECONDS }),
  payouts_unread: () => sql("INSERT OR REPLACE INTO payout_days VALUES ('2026-01-01', unixepoch() - 172800, NULL)"),
  cron_stuck: () =>
    sql("INSERT INTO failing_items (list, id, failing_since, retry_at) VALUES ('orders', 'o', 1, unixepoch() + 60)"),
  cron_failures: () => sql("UPDATE runs SET troubles = 1 WHERE job = 'minute'"),
  messages_late: () => insertMessage(MESSAGES_LATE_MINUTES + 1),
  pictures_missing: insertMissingPicture,
  papers_expiring: () => insertPaper(PAPER_URGENT_DAYS)
}

const status = () => admin.call(getSystemStatus)

describe('the status', () => {
  test('of an installation without a problem has no failed check and says what is set up', async () => {
    const { checked_at, health, setup } = await status()
    expect(health).toMatchObject({ checks: [], database: 'reachable', pictures: 'reachable', status: 'ok' })
    expect(setup).toEqual({ alerts: 'on', heartbeat: 'on', mail: 'resend', payments: 'test', sends_push: true })
    expect(Math.abs(Date.parse(checked_at) - Date.now())).toBeLessThan(60_000)
  })

  test.each(Object.entries(FAULTS))('names %s', async (name, fail) => {
    await fail()
    const { checks } = (await status()).health
    // The message that is nearly late waits, too.
    const counts: Record<string, number> = { messages_late: 2, orders_failing: FAILING_ORDERS }
    expect(checks).toContainEqual({ count: counts[name] ?? 1, name })
    // A dispute near its deadline has no answer either.
    expect(checks.length).toBe(name === 'disputes_near_deadline' ? 2 : 1)
  })

  test('is answered with 200 when the database fails the checks, and is the answer of the health', async () => {
    await sql('ALTER TABLE runs RENAME TO runs_away')
    const [reply, health] = [await send(getSystemStatus, {}, admin.token), await (await send(getHealth)).json()]
    await sql('ALTER TABLE runs_away RENAME TO runs')
    expect(reply.status).toBe(200)
    expect(await reply.json()).toMatchObject({ health })
    expect(health).toMatchObject({ checks: [{ name: 'database_unreachable' }], status: 'unavailable' })
  })

  test('contains no value of a variable', async () => {
    for (const fail of Object.values(FAULTS)) await fail().catch(() => undefined)
    const answer = JSON.stringify(await callAs(admin.token, getSystemStatus))
    expect(Object.entries(VARIABLES).filter(([, value]) => answer.includes(value))).toEqual([])
    expect(answer).not.toMatch(/of-the-|127\.0\.0\.1|ofthekeys/)
  })
})
