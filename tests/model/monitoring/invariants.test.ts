import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runCronJobs } from '#server/cron/cron.ts'
import { d1 } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { now } from '#tests/model/harness/clock.ts'
import { resetHarness, startHarness } from '#tests/model/harness/harness.ts'
import { cancelledSample, heldSample } from '#tests/model/harness/sample-bookings.ts'

// What is reported of many rows that break one rule.

startHarness()
beforeEach(async () => {
  await resetHarness()
  vi.mocked(console.error).mockClear()
})
const UNCLAIMED = 'a confirmed booking owns exactly its cells, permanently'

/** Paid rides that own no cells, each on a day of its own. */
function insertUnclaimed(count: number): void {
  rows(
    `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1)
     INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                           amount, state, payment_id, created_at, updated_at)
     SELECT printf('ride %04d', n), 'r0', 's0', 'S', 'p', 'P', ?2 + n * 86400, ?2 + n * 86400 + 3600, 1, 50, 'confirmed',
            printf('pay %d', n), ?2, ?2 FROM n`,
    count,
    Math.floor(now().getTime() / 1000)
  )
}

test('names a limited number of the rows, and counts all of them', async () => {
  insertUnclaimed(1000)
  const [broken] = (await brokenInvariants(d1, now())).filter(({ invariant }) => invariant === UNCLAIMED)
  expect(broken).toMatchObject({ count: 1000 })
  expect([broken?.ids.length, broken?.ids[0]]).toEqual([20, 'ride 0001'])
})

test('names the holds of a suspended rider that a payment could still confirm', async () => {
  const { order } = await heldSample()
  expect(await brokenInvariants(d1, now())).toEqual([])
  rows("UPDATE users SET suspended_at = 1 WHERE id = 'r0'")
  expect(await brokenInvariants(d1, now())).toMatchObject([
    { ids: [order.session_id], invariant: 'a suspended rider has no booking that a payment could confirm' }
  ])
})

describe('a refund above the share of a cancellation', () => {
  let payment: string

  beforeEach(async () => {
    payment = (await cancelledSample()).receipt.razorpay_payment_id
    rows("UPDATE bookings SET refund_percent = 50 WHERE state = 'cancelled'")
    vi.mocked(console.error).mockClear()
  })
  const allowFrom = (seconds: number, left = 1) =>
    rows("UPDATE runs SET ended_at = ?1, troubles = ?2 WHERE job = 'refund_shares'", seconds, left)
  afterEach(() => void allowFrom(0))

  async function loggedAtNight(): Promise<object[]> {
    const night = new Date('2025-06-12T20:30:00Z')
    await runCronJobs(night, () => night)
    return vi.mocked(console.error).mock.calls.map(([line]) => JSON.parse(String(line)))
  }

  test('is found', async () => {
    expect(await brokenInvariants(d1, now())).toEqual([
      { count: 1, ids: [payment], invariant: 'a cancellation refunds no more than its share' }
    ])
  })

  // Half of ₹50.50, rounded up to a rupee.
  test.each([
    [2600, 0],
    [2601, 1]
  ])('is counted beyond the next rupee: of %i paise', async (paise, count) => {
    rows('UPDATE payments SET paise = 5050')
    rows('UPDATE refunds SET paise = ?1', paise)
    expect(await brokenInvariants(d1, now())).toHaveLength(count)
  })

  test('of an earlier version is logged once, and breaks no rule', async () => {
    allowFrom(secondsOf(now()) + 1)
    expect(await loggedAtNight()).toMatchObject([{ count: 1, event: 'earlier_refunds_above_share', ids: [payment] }])
    vi.mocked(console.error).mockClear()
    expect(await loggedAtNight()).toEqual([])
  })
})

test('logs the number of the rows with the first of them', async () => {
  insertUnclaimed(30)
  const night = new Date('2025-06-12T20:30:00Z')
  await runCronJobs(night, () => night)
  const lines = vi.mocked(console.error).mock.calls.map(([line]) => JSON.parse(String(line)))
  const [line] = lines.filter(({ invariant }) => invariant === UNCLAIMED)
  expect(line).toMatchObject({ count: 30, event: 'invariant_violated' })
  expect(line.ids).toHaveLength(20)
})
