import { expect, test } from 'vitest'
import { SLOT_MINUTES } from '#domain/constants.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { paidRide } from '#tests/model/harness/extensions.ts'
import { advanceTime, cron, findBrokenInvariants, startHarnessForEachTest } from '#tests/model/harness/harness.ts'
import type { Rider } from '#tests/model/harness/seed.ts'

// Two riders in a row who cannot ride a scooter put it into maintenance.

startHarnessForEachTest()

let count = 0

/** A paid ride of an hour that starts so many half hours after START_TIME. */
const paid = (rider: Rider, slot: number) => paidRide(slot * SLOT_MINUTES, { user_id: rider })

const report = async (rider: Rider, id: string) => (await calls.reportProblemBy(rider, id, ++count)).isDone
const status = () => rows<{ status: string }>("SELECT status FROM scooters WHERE id = 's0'")[0]?.status
const mails = () =>
  rows<{ body: string | null; state: string; subject: string | null }>(
    "SELECT state, subject, body FROM outbox WHERE kind = 'problem' ORDER BY rowid"
  )

/** The times of the first report, of the second ride and of its report, in minutes after START_TIME. */
async function bothReport() {
  const first = await paid('r0', 2)
  const second = await paid('r1', 6)
  advanceTime(65)
  expect(await report('r0', first)).toBe(true)
  expect(status()).toBe('Available')
  advanceTime(110)
  expect(await report('r1', second)).toBe(true)
}

test('the second report is decided in its batch, which changes nothing when it is repeated', async () => {
  await bothReport()
  expect(status()).toBe('Maintenance')
  expect(mails()).toHaveLength(2)
  // Somebody puts it back into service: a repeated report does not take it out again.
  rows("UPDATE scooters SET status = 'Available' WHERE id = 's0'")
  const [last] = rows<{ booking_id: string }>('SELECT booking_id FROM problems ORDER BY rowid DESC LIMIT 1')
  expect(await report('r1', last?.booking_id ?? '')).toBe(true)
  expect([status(), mails().length]).toEqual(['Available', 2])
  await cron()
  expect(mails().map(({ state }) => state)).toEqual(['sent', 'sent'])
  expect(mails()[0]?.subject).toBe("s0: it won't start")
  expect(mails().map(({ body }) => /Two riders in a row: it is in Maintenance now\./.test(body ?? ''))).toEqual([
    false,
    true
  ])
  expect(await findBrokenInvariants()).toEqual([])
})
