import { expect, test } from 'vitest'
import { decideLicence } from '#contract/review/review.ts'
import { getToday } from '#contract/staff/today.ts'
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

test('the mail with the day counts the licences to review, for managers and not for caretakers', async () => {
  const { id: property_id } = await insertProperty()
  const [manager, caretaker] = [
    await signedInAdmin('manager', [property_id]),
    await signedInAdmin('caretaker', [property_id])
  ]
  await calls.upload(await signedInRider({ property_id }))
  await sql('UPDATE admins SET daily_mail = 1 WHERE id IN (?, ?)', manager.id, caretaker.id)
  await app.runMinute(new Date(instantAt(dayOf(new Date(Date.now() + 86_400_000)), '07:05')))
  const mails = await sql<{ admin_id: string; body: string | null; state: string }>(
    "SELECT admin_id, body, state FROM outbox WHERE kind = 'day' AND admin_id IN (?, ?)",
    manager.id,
    caretaker.id
  )
  expect(mails.find(({ admin_id }) => admin_id === manager.id)?.body).toContain('1 licence to review')
  expect(mails.find(({ admin_id }) => admin_id === caretaker.id)).toMatchObject({ body: null, state: 'dropped' })
})
