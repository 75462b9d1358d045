import { expect, test } from 'vitest'
import { getNeeds } from '#contract/overview/needs.ts'
import { getStats } from '#contract/overview/stats.ts'
import { NEEDS_MAX } from '#domain/constants.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { setPropertyRules } from '#tests/helpers/data/property-rules.ts'
import { insertBooking, insertProperty, insertRefund, insertScooter } from '#tests/helpers/data/rows.ts'
import { emptyTables } from '#tests/helpers/data/stored-state.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'
import { insertDispute } from '#tests/server/monitoring/unhealthy-rows.ts'
import { staffOf } from '#tests/server/staff/property-of-two.ts'

// What the portal says that somebody waits for.

startApp()

const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS)

async function ride(property: { id: string }, from: number, to: number) {
  const rider = await signedInRider({ property_id: property.id })
  const scooter = await insertScooter(property.id)
  const { id } = await insertBooking({ end: at(to), scooter_id: scooter.id, start: at(from), user_id: rider.id })
  return { id, rider, scooter }
}

const problem = (
  scooter: { id: string },
  booking: string | null,
  fields: { is_rideable?: 0 | 1; state?: string } = {}
) =>
  sql(
    `INSERT INTO problems (id, scooter_id, booking_id, kind, state, is_rideable, created_at, updated_at)
     VALUES (lower(hex(randomblob(16))), ?, ?, 'pin', ?, ?, unixepoch(), unixepoch())`,
    scooter.id,
    booking,
    fields.state ?? 'open',
    fields.is_rideable ?? 0
  )

const pinWaits = (scooter: { id: string }) =>
  sql("INSERT INTO pin_changes (scooter_id, new_pin, created_at) VALUES (?, '739264', unixepoch())", scooter.id)

/** One row of each kind, at one property. */
async function everything() {
  await emptyTables('disputes', 'refunds', 'compensations', 'problems', 'pin_changes', 'scooter_papers')
  const owner = await signedInAdmin()
  const property = await insertProperty()
  await setPropertyRules(owner, property.id, { book_before_review: false, return_mode: 'confirmed' })
  const late = await ride(property, -180, -120)
  const broken = await ride(property, -30, 60)
  await problem(broken.scooter, broken.id)
  await problem((await ride(property, -30, 60)).scooter, null, { is_rideable: 1 })
  await problem((await ride(property, -30, 60)).scooter, null, { state: 'fixed' })
  await pinWaits((await ride(property, 30, 90)).scooter)
  await pinWaits((await ride(property, 300, 360)).scooter)
  const waits = await ride(property, 600, 660)
  await sql('UPDATE users SET license_waits_since = 1 WHERE id = ?', waits.rider.id)
  await insertDispute(late.id, { seconds: 3600 })
  await insertRefund({ booking_id: late.id, status: 'review' })
  await sql('INSERT INTO compensations (booking_id, paise, created_at) VALUES (?, 7000, 0)', late.id)
  await sql(
    "INSERT INTO scooter_papers (scooter_id, kind, expires_on) VALUES (?, 'insurance', '2020-01-01')",
    late.scooter.id
  )
  return { broken, late, owner, property, waits }
}

const kindsOf = async (admin: Pick<Awaited<ReturnType<typeof signedInAdmin>>, 'call'>) =>
  (await admin.call(getNeeds)).rows.map(({ kind }) => kind).filter(kind => kind !== 'check')

test('an owner reads all of it, the worst first', async () => {
  const { broken, late, owner, waits } = await everything()
  const { rows } = await owner.call(getNeeds)
  const shown = rows.filter(({ kind }) => kind !== 'check')
  expect(shown).toMatchObject([
    { kind: 'late', ride: { id: late.id, user_name: late.rider.name } },
    { kind: 'problem', problem: { scooter_name: broken.scooter.name } },
    { kind: 'pin', next_start: expect.any(String) },
    { amount: 50, kind: 'dispute' },
    { kind: 'licence', rider_name: waits.rider.name },
    { count: 1, kind: 'waiting' },
    { kind: 'pin', next_start: expect.any(String) },
    { amount: 50, kind: 'refund' },
    { amount: 70, kind: 'owed', rider_name: late.rider.name },
    { expires_on: '2020-01-01', kind: 'paper', paper: 'insurance' }
  ])
})

test('each role reads its own: no money for managers, no licences and papers for caretakers', async () => {
  const { property } = await everything()
  expect(await kindsOf(await staffOf('manager', property))).toEqual([
    'late',
    'problem',
    'pin',
    'licence',
    'waiting',
    'pin',
    'paper'
  ])
  expect(await kindsOf(await staffOf('caretaker', property))).toEqual(['late', 'problem', 'pin', 'pin'])
  const elsewhere = await staffOf('manager', await insertProperty())
  expect(await elsewhere.call(getNeeds)).toEqual({ has_more: false, next: null, rows: [] })
})

test('the stats count the rows by the tab where they are done, and say where there are more', async () => {
  const { owner, property } = await everything()
  for (let count = 0; count <= NEEDS_MAX; count += 1) await pinWaits(await insertScooter(property.id))
  const { needs } = await (await staffOf('manager', property)).call(getStats)
  expect(needs).toEqual({
    overview: { count: 1, has_more: false },
    scooters: { count: 2 + NEEDS_MAX, has_more: true },
    users: { count: 2, has_more: false }
  })
  expect((await owner.call(getStats)).needs).toMatchObject({ bookings: { count: 3, has_more: false } })
})

test('an installation that is broken comes before everything, for owners', async () => {
  const { owner, property } = await everything()
  await sql(
    "INSERT INTO runs (job, ended_at, troubles) VALUES ('invariants', unixepoch(), 2) ON CONFLICT DO UPDATE SET troubles = 2"
  )
  const { rows } = await owner.call(getNeeds)
  expect(rows[0]).toEqual({ kind: 'check', sentence: expect.stringContaining('2') })
  const { rows: ofManager } = await (await staffOf('manager', property)).call(getNeeds)
  expect(ofManager.filter(({ kind }) => kind === 'check')).toEqual([])
  await sql("DELETE FROM runs WHERE job = 'invariants'")
})

test('more rows of a kind than are shown are said to be there, and the next rides are counted', async () => {
  const property = await insertProperty()
  const caretaker = await staffOf('caretaker', property)
  for (let count = 0; count <= NEEDS_MAX; count += 1) await pinWaits(await insertScooter(property.id))
  const [first] = [await ride(property, 45, 90), await ride(property, 90, 180), await ride(property, 26 * 60, 27 * 60)]
  const { has_more, next, rows } = await caretaker.call(getNeeds)
  expect([has_more, rows.length, next?.rides]).toEqual([true, NEEDS_MAX, 2])
  const [{ start_at = 0 } = {}] = await sql<{ start_at: number }>(
    'SELECT start_at FROM bookings WHERE id = ?',
    first.id
  )
  expect(Date.parse(next?.at ?? '') / 1000).toBe(start_at)
})
