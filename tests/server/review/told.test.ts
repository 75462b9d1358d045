import { describe, expect, test } from 'vitest'
import { decideLicence, setSuspension } from '#contract/review/review.ts'
import { getToday } from '#contract/staff/today.ts'
import { PAGE_SIZE } from '#domain/constants.ts'
import { dayOf, instantAt } from '#domain/time/india-time.ts'
import { setUpAdmin, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertProperty } from '#tests/helpers/data/rows.ts'
import { app, sql, startApp } from '#tests/helpers/servers/app.ts'
import { reviewCalls } from './calls.ts'

startApp()

const admin = setUpAdmin()
const calls = reviewCalls(admin)

const toldAbout = (rider: string) =>
  sql<{ admin_id: string; state: string; subject: string }>(
    "SELECT admin_id, state, subject FROM outbox WHERE kind = 'license_waits' AND user_id = ? ORDER BY rowid",
    rider
  )

const minuteAfter = (minutes: number) => app.runMinute(new Date(Date.now() + minutes * 60_000))

test('the managers of a property are told once of a rider who waits for them, ten minutes after the upload', async () => {
  const { id: property_id } = await insertProperty()
  const manager = await signedInAdmin('manager', [property_id])
  await signedInAdmin('caretaker', [property_id])
  await signedInAdmin('manager', [(await insertProperty()).id])
  const [waiting, decided] = [await signedInRider({ property_id }), await signedInRider({ property_id })]
  const free = await signedInRider()
  for (const rider of [waiting, decided, free]) await calls.upload(rider)
  await calls.needsReview(waiting)
  await minuteAfter(9)
  expect(await toldAbout(waiting.id)).toEqual([])
  await minuteAfter(11)
  await minuteAfter(12)
  expect(await toldAbout(waiting.id)).toEqual([
    { admin_id: manager.id, state: 'sent', subject: 'A licence waits for you' }
  ])
  // Nobody is told of a rider who can book meanwhile.
  expect(await toldAbout(free.id)).toEqual([])
  expect(await manager.call(getToday)).toMatchObject({ licences: 2 })
  await admin.call(decideLicence, await calls.approve(decided))
  expect(await manager.call(getToday)).toMatchObject({ licences: 1 })
})

test('an owner is told of a property without managers, and nobody of a licence that was decided meanwhile', async () => {
  const rider = await signedInRider()
  await signedInAdmin('caretaker', [rider.property_id])
  await calls.needsReview(rider)
  await calls.upload(rider)
  await sql("UPDATE admins SET deleted_at = 1 WHERE role = 'owner' AND id <> ?", admin.id)
  await sql("UPDATE outbox SET due_at = due_at + 600 WHERE state = 'due'")
  await minuteAfter(11)
  expect((await toldAbout(rider.id)).map(({ admin_id }) => admin_id)).toEqual([admin.id])
  await calls.upload(rider)
  await sql('UPDATE users SET license_waits_since = license_waits_since - 660 WHERE id = ?', rider.id)
  await admin.call(decideLicence, await calls.reject(rider, 'unreadable'))
  await minuteAfter(12)
  expect(await toldAbout(rider.id)).toHaveLength(1)
})

describe('a rider', () => {
  const stateOf = (rider: string) =>
    sql<{ kind: string; state: string }>(
      "SELECT kind, state FROM outbox WHERE user_id = ? AND channel = 'mail' AND admin_id IS NULL ORDER BY rowid",
      rider
    )
  const dueNow = () => sql("UPDATE outbox SET due_at = 0 WHERE state = 'due'")

  test('is told of a decision only while it is true', async () => {
    const rider = await signedInRider()
    await calls.needsReview(rider)
    await calls.upload(rider)
    await admin.call(decideLicence, await calls.approve(rider))
    await admin.call(decideLicence, await calls.reject(rider, 'learner'))
    await admin.call(setSuspension, calls.suspend(rider))
    await calls.lift(rider)
    await calls.upload(rider)
    await dueNow()
    await minuteAfter(1)
    expect(await stateOf(rider.id)).toEqual([
      { kind: 'license_approved', state: 'dropped' },
      { kind: 'license_rejected', state: 'dropped' },
      { kind: 'suspended', state: 'dropped' },
      { kind: 'restored', state: 'sent' }
    ])
    await admin.call(decideLicence, await calls.reject(rider, 'unreadable'))
    await dueNow()
    await minuteAfter(2)
    expect((await stateOf(rider.id)).at(-1)).toEqual({ kind: 'license_rejected', state: 'sent' })
  })
})

describe('the mail with the day', () => {
  const mailsTo = async (...admins: { id: string }[]) => {
    const ids = JSON.stringify(admins.map(({ id }) => id))
    await sql('UPDATE admins SET daily_mail = 1 WHERE id IN (SELECT value FROM json_each(?))', ids)
    await app.runMinute(new Date(instantAt(dayOf(new Date(Date.now() + 86_400_000)), '07:05')))
    const mails = await sql<{ admin_id: string; body: string | null; state: string }>(
      "SELECT admin_id, body, state FROM outbox WHERE kind = 'day' AND admin_id IN (SELECT value FROM json_each(?))",
      ids
    )
    return admins.map(({ id }) => mails.find(({ admin_id }) => admin_id === id))
  }

  test('counts the licences to review, for managers and not for caretakers', async () => {
    const { id: property_id } = await insertProperty()
    const [manager, caretaker] = [
      await signedInAdmin('manager', [property_id]),
      await signedInAdmin('caretaker', [property_id])
    ]
    await calls.upload(await signedInRider({ property_id }))
    const [toManager, toCaretaker] = await mailsTo(manager, caretaker)
    expect(toManager?.body).toContain('1 licence to review')
    expect(toCaretaker).toMatchObject({ body: null, state: 'dropped' })
  })

  test('stops counting at a page of them, like Today', async () => {
    const { id: property_id } = await insertProperty()
    const manager = await signedInAdmin('manager', [property_id])
    const { id } = await signedInRider({ property_id })
    await sql(
      `INSERT INTO users (id, name, email, phone, date_of_birth, password_hash, property_id, license_photo_url,
                          license_waits_since, created_at)
       SELECT users.id || value, name, email || value, phone, date_of_birth, '', property_id, '', unixepoch(), created_at
         FROM users, json_each(?) WHERE users.id = ?`,
      JSON.stringify(Array.from({ length: PAGE_SIZE + 2 }, (_, index) => index)),
      id
    )
    const [mail] = await mailsTo(manager)
    expect(mail?.body).toContain('50+ licences to review')
    expect(await manager.call(getToday)).toMatchObject({ licences: PAGE_SIZE })
  })
})
