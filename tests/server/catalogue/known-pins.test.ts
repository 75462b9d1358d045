import { expect, test } from 'vitest'
import { listActivity } from '#contract/activity/activity.ts'
import { changePin, listPinChanges } from '#contract/catalogue/admin-scooters.ts'
import { listKnownPins, renewPin } from '#contract/catalogue/known-pins.ts'
import { removeMember, updateMember } from '#contract/staff/team.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import { setUpAdmin, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { send, sql, startApp } from '#tests/helpers/servers/app.ts'
import { staffOf } from '#tests/server/staff/property-of-two.ts'

// Who knows the PIN of a lock, and how it is renewed.

startApp()

const owner = setUpAdmin()

async function fleet(count = 1) {
  const property = await insertProperty()
  const scooters = await Promise.all(Array.from({ length: count }, () => insertScooter(property.id)))
  return { property, scooters }
}

const waiting = async (admin: Pick<typeof owner, 'call'>, scooters: readonly { id: string }[]) =>
  (await admin.call(listPinChanges)).filter(({ scooter_id }) => scooters.some(({ id }) => id === scooter_id))

const knownOf = async (admin: Pick<typeof owner, 'call'>, { id }: { id: string }) =>
  (await admin.call(listKnownPins)).find(({ scooter_id }) => scooter_id === id)

/** A rider's ride; the times are hours from now. */
async function ride(scooter: { id: string }, from: number, to: number, seen: number | null) {
  const rider = await signedInRider()
  const [start, end] = [from, to].map(hours => new Date(Date.now() + hours * HOUR_MS)) as [Date, Date]
  const { id } = await insertBooking({ end, scooter_id: scooter.id, start, user_id: rider.id })
  const at = seen === null ? null : Math.floor((Date.now() + seen * HOUR_MS) / 1000)
  await sql('UPDATE bookings SET pin_seen_at = ? WHERE id = ?', at, id)
  return { id, rider }
}

const pinSet = (scooter: { id: string }, hours: number) =>
  sql(
    "INSERT INTO audits (id, created_at, admin_id, action, subject) VALUES (hex(randomblob(8)), unixepoch() + ?, ?, 'change_pin', ?)",
    hours * 3600,
    owner.id,
    scooter.id
  )

test('who is removed, by two owners at once, knows no PIN that waits: his locks get new ones, others keep theirs', async () => {
  const [mine, other] = [await fleet(7), await fleet()]
  const caretaker = await staffOf('caretaker', mine.property)
  // He has read two that wait.
  const [first, second] = mine.scooters
  for (const scooter of [first, second]) await sql("INSERT INTO pin_changes VALUES (?, '739264', 0)", scooter?.id)
  const remove = ({ token }: { token: string }) =>
    send(removeMember, { params: { id: caretaker.id }, query: { renew_pins: 'true' } }, token)
  const responses = await Promise.all([owner, await signedInAdmin()].map(remove))
  const messages = await Promise.all(
    responses.map(async answer => ((await answer.json()) as { message?: string }).message)
  )
  expect(messages).toContain('Removed from the team. 7 PINs wait to be changed.')
  const changes = await waiting(owner, [...mine.scooters, ...other.scooters])
  expect(changes.map(({ scooter_id }) => scooter_id).sort()).toEqual(mine.scooters.map(({ id }) => id).sort())
  expect(changes.filter(({ new_pin, otp_pin }) => new_pin === otp_pin || new_pin === '739264')).toEqual([])
  // The press of somebody at the lock, with the PIN that waited before.
  const body = { anyway: false, new_pin: '739264' }
  expect(await owner.refusal(changePin, { body, params: { scooter_id: first?.id ?? '' } })).toMatchObject({
    detail: pinChangesText.pinChangeOutdated
  })
})

test('without the tick nothing is renewed, and the lock is known to a former colleague until its PIN changes', async () => {
  const { property, scooters } = await fleet()
  const [scooter = { id: '' }] = scooters
  await sql('UPDATE scooters SET created_at = unixepoch() - 60 WHERE id = ?', scooter.id)
  const caretaker = await staffOf('caretaker', property)
  expect(await owner.call(removeMember, { params: { id: caretaker.id }, query: {} })).toEqual({
    message: 'Removed from the team'
  })
  expect(await waiting(owner, scooters)).toEqual([])
  expect(await knownOf(owner, scooter)).toMatchObject({ colleagues: 1, riders: 0 })
  await pinSet(scooter, 1)
  expect(await knownOf(owner, scooter)).toBeUndefined()
})

test('a property that is taken away, and an owner who becomes a manager, lose only what they no longer see', async () => {
  const [kept, taken] = [await fleet(), await fleet()]
  const manager = await staffOf('manager', kept.property, taken.property)
  const body = { name: 'N', property_ids: [kept.property.id], renew_pins: true, role: 'manager' as const }
  await owner.call(updateMember, { body, params: { id: manager.id } })
  expect([await waiting(owner, kept.scooters), await waiting(owner, taken.scooters)]).toMatchObject([[], [{}]])
  // Again, as a second press sends it.
  const [before] = await waiting(owner, taken.scooters)
  await owner.call(updateMember, { body, params: { id: manager.id } })
  expect(await waiting(owner, taken.scooters)).toEqual([before])
  expect(
    (await send(removeMember, { params: { id: owner.id }, query: { renew_pins: 'true' } }, owner.token)).status
  ).toBe(409)
})

test('a PIN is known to who read it since it was set, or read it before and rides after, also if the ride has moved', async () => {
  const { scooters } = await fleet(2)
  const [scooter, other] = scooters as [(typeof scooters)[0], (typeof scooters)[0]]
  await pinSet(scooter, -10)
  await ride(scooter, -30, -29, -31)
  await ride(scooter, -5, -4, -6)
  await ride(scooter, 5, 6, -11)
  await ride(scooter, 8, 9, null)
  const moved = await ride(other, 1, 2, null)
  await sql(
    `INSERT INTO moves (ride_id, revision, from_scooter_id, to_scooter_id, moved_by, created_at, from_pin_seen_at)
     VALUES (?, 1, ?, ?, 'admin', unixepoch(), unixepoch() - 3600)`,
    moved.id,
    scooter.id,
    other.id
  )
  expect(await knownOf(owner, scooter)).toMatchObject({ colleagues: 0, riders: 3 })
  expect(await knownOf(owner, other)).toBeUndefined()
})

test('a manager renews a PIN once, riders keep reading the old one, and the log names it', async () => {
  const { property, scooters } = await fleet()
  const [scooter] = scooters as [(typeof scooters)[0]]
  await ride(scooter, -1, 5, -1)
  const manager = await staffOf('manager', property)
  const body = { scooter_id: scooter.id }
  const answers = await Promise.all([1, 2].map(() => manager.call(renewPin, { body })))
  expect(answers.map(({ message }) => message)).toEqual([pinChangesText.pinRenewed, pinChangesText.pinRenewed])
  expect(await waiting(manager, scooters)).toMatchObject([{ in_use_by: expect.any(String) }])
  expect(await knownOf(manager, scooter)).toBeUndefined()
  const logged = await owner.call(listActivity, { query: {} })
  expect(
    logged.filter(({ action, subject_name }) => action === 'renew_pin' && subject_name === scooter.name)
  ).toHaveLength(1)
  const stranger = await staffOf('manager', (await fleet()).property)
  expect((await stranger.refusal(renewPin, { body })).status).toBe(404)
  const caretaker = await staffOf('caretaker', property)
  expect((await caretaker.refusal(renewPin, { body })).status).toBe(403)
  expect((await caretaker.refusal(listKnownPins)).status).toBe(403)
})
