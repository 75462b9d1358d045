import { expect, test } from 'vitest'
import { addRiderNote, getRiderFile, listLicences, setSuspension } from '#contract/review/review.ts'
import { listRiders } from '#contract/riders/admin-riders.ts'
import { updateProfile } from '#contract/riders/edit-profile.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { setPropertyRules } from '#tests/helpers/data/property-rules.ts'
import { insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'
import { staffOf } from './property-of-two.ts'

// A rider chooses another property in the profile while a paid ride at the first one is not over.

startApp()

const owner = setUpAdmin()
let notes = 0

type Staff = Awaited<ReturnType<typeof staffOf>>

async function moved(startsIn: number) {
  const [first, second] = [await insertProperty(), await insertProperty()]
  const [before, after] = [await staffOf('manager', first), await staffOf('manager', second)]
  await setPropertyRules(owner, first.id, { return_mode: 'confirmed' })
  const rider = await signedInRider({ property_id: first.id })
  const scooter = await insertScooter(first.id)
  const start = addMinutes(new Date(), startsIn)
  const ride = await insertBooking({ end: addMinutes(start, 60), scooter_id: scooter.id, start, user_id: rider.id })
  const params = { id: rider.id }
  const note = (by: Staff, text: string) =>
    by.call(addRiderNote, { body: { id: String(++notes).padStart(32, '0'), kind: 'note', text }, params })
  await note(before, 'before the move')
  const fields = { date_of_birth: '1995-06-15', email: rider.email, name: rider.name, phone: '+91 98450 12345' }
  await rider.call(updateProfile, { body: { ...fields, property_id: second.id } })
  await sql('UPDATE users SET license_waits_since = 1 WHERE id = ?', rider.id)
  const notesFor = async (by: Pick<Staff, 'call'>) =>
    (await by.call(getRiderFile, { params })).notes.map(({ text }) => text)
  return { after, before, first, note, notesFor, params, ride, rider }
}

/** Where a manager finds the rider, and with what the file answers. */
async function reach({ params, rider }: Awaited<ReturnType<typeof moved>>, by: Staff, property_id: string) {
  const lists = [
    await by.call(listRiders),
    await by.call(listRiders, { query: { page: '1', sort: '-email' } }),
    await by.call(listRiders, { query: { property_id } }),
    await by.call(listRiders, { query: { q: rider.email } }),
    await by.call(listRiders, { query: { q: 'rider', property_id } }),
    await by.call(listLicences),
    await by.call(listLicences, { query: { property_id } })
  ]
  const found = lists.map(rows => rows.some(({ id }) => id === rider.id))
  return found.every(Boolean)
    ? 'everywhere'
    : found.some(Boolean)
      ? found
      : (await by.refusal(getRiderFile, { params })).status
}

test.each([
  ['ahead', 120],
  ['under way', -30],
  ['late', -120]
])(
  'is reached by the staff of both while the ride is %s, and then by those of the new one alone',
  async (_, startsIn) => {
    const at = await moved(startsIn)
    const { after, before, first, params, ride, rider } = at
    expect(await reach(at, before, first.id)).toBe('everywhere')
    expect(await before.call(getRiderFile, { params })).toMatchObject({ id: rider.id })
    expect((await after.call(listRiders)).map(({ id }) => id)).toContain(rider.id)
    const suspension = { is_suspended: true, reason: 'Lent it to a friend', refund: startsIn > 0 ? 50 : 0 } as const
    expect(await before.call(setSuspension, { body: suspension, params })).toMatchObject({ is_suspended: true })
    const past = Math.floor(Date.now() / 1000) - 60
    await sql(
      'UPDATE bookings SET returned_at = ?, start_at = ? - 3600, end_at = ? WHERE id = ?',
      past,
      past,
      past,
      ride.id
    )
    expect(await reach(at, before, first.id)).toBe(404)
    expect(await after.call(getRiderFile, { params })).toMatchObject({ is_suspended: true })
  }
)

test('has notes that are read by the staff of the property of their day, by their writers and by owners', async () => {
  const { after, before, note, notesFor } = await moved(120)
  await note(after, 'after the move')
  expect([await notesFor(before), await notesFor(after), await notesFor(owner)]).toEqual([
    ['before the move'],
    ['after the move'],
    ['after the move', 'before the move']
  ])
  await note(before, 'about the ride')
  expect([await notesFor(before), (await notesFor(after)).length]).toEqual([['about the ride', 'before the move'], 2])
})
