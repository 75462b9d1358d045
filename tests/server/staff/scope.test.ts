import { beforeAll, describe, expect, test } from 'vitest'
import { moveRideAsAdmin, returnRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { listRiderMessages } from '#contract/riders/admin-riders.ts'
import { mayActAs, type Role } from '#domain/admin/roles.ts'
import { SCREENS, type Screen, screenPath } from '#domain/admin/screens.ts'
import { bookingPath } from '#domain/routes.ts'
import { insertScooter } from '#tests/helpers/data/rows.ts'
import { type AnyInput, app, send, sql, startApp } from '#tests/helpers/servers/app.ts'
import { allEndpoints, endpointName } from '#tests/helpers/servers/every-call.ts'
import { type PropertyRows, propertyWithRows, staffOf } from './property-of-two.ts'

startApp()

let here: PropertyRows
let alsoHere: PropertyRows
let elsewhere: PropertyRows

beforeAll(async () => {
  here = await propertyWithRows('Banyan', 731)
  alsoHere = await propertyWithRows('Neem', 753)
  elsewhere = await propertyWithRows('Cedar', 842)
  // A rider who moved here keeps a ride elsewhere.
  await sql('UPDATE users SET property_id = ? WHERE id = ?', here.property.id, elsewhere.rider.id)
  await sql(
    "UPDATE users SET name = 'Moved Rao', phone = '1', license_photo_url = 'x' WHERE id = ?",
    elsewhere.rider.id
  )
  await sql(
    `INSERT INTO outbox (id, key, kind, channel, user_id, booking_id, due_at, expires_at, state, subject, created_at)
     VALUES ('m', 'm', 'booked', 'mail', ?, ?, 0, 0, 'sent', 'Cedar scooter is booked', 0)`,
    elsewhere.rider.id,
    elsewhere.booking.id
  )
})

const NOW = new Date().toISOString()

/** Words and numbers that only the other property has. */
const SECRETS = /cedar|842/i
/** Of a page: the times at which it was rendered, whose digits can be that number. */
const TIMES = /\b\d{13}\b|\.\d{3}Z/g

const readingCalls = (role: Role) =>
  allEndpoints.filter(({ method, staff }) => method === 'GET' && staff && mayActAs(role, staff.lowest))

async function answersTo(token: string, role: Role, query: AnyInput['query'] = {}) {
  const { booking, licence, photo, property, rider, scooter } = here
  const ids: Record<string, string> = {
    booking: booking.id,
    licence,
    photo,
    property: property.id,
    rider: rider.id,
    scooter: scooter.id
  }
  const answers = readingCalls(role).map(async call => {
    const reply = await send(
      call,
      {
        params: { id: ids[call.staff?.scope ?? ''] ?? '' },
        query: call.query && { at: NOW, month: NOW.slice(0, 7), ...query }
      },
      token
    )
    return [endpointName(call), await reply.text()] as const
  })
  return Promise.all(answers)
}

async function pagesOf(token: string) {
  const pages = (Object.keys(SCREENS) as Screen[]).map(async screen => {
    const headers = { cookie: `userType=admin; session=${token}` }
    const html = await (await app.fetch(screenPath(screen), { headers })).text()
    return [screen, html.replaceAll(TIMES, '')] as const
  })
  return Promise.all(pages)
}

const leaks = (answers: readonly (readonly [string, string])[], secrets: RegExp) =>
  answers.flatMap(([name, text]) => {
    const found = secrets.exec(text)
    return found ? [`${name}: ${text.slice(Math.max(0, found.index - 40), found.index + 20)}`] : []
  })

describe.each([
  ['manager', 1],
  ['manager', 2],
  ['caretaker', 1],
  ['caretaker', 2]
] as const)('a %s of %i properties', (role, count) => {
  const own = () => [here, alsoHere].slice(0, count).map(({ property }) => property)

  test('reads nothing of another property, in no call and on no page', async () => {
    const { token } = await staffOf(role, ...own())
    const scanned = { id: elsewhere.scooter.id }
    for (const query of [{}, { page: '1', per_page: '50' }, { q: 'a' }, { q: 'rao' }, { status: 'Completed' }, scanned])
      expect(leaks(await answersTo(token, role, query), SECRETS)).toEqual([])
    const pages = await pagesOf(token)
    expect(leaks(pages, SECRETS)).toEqual([])
    expect(pages.some(([, html]) => html.includes('Banyan'))).toBe(true)
    const lists = await answersTo(token, role)
    expect(lists.filter(([, text]) => text.includes('Neem')).length > 0).toBe(count === 2)
  })

  test('gets 404 for a filter on another property', async () => {
    const { token } = await staffOf(role, ...own())
    const filtered = readingCalls(role).filter(call => call.query && JSON.stringify(call.query).includes('property_id'))
    expect(filtered.length).toBeGreaterThan(1)
    for (const call of filtered)
      expect(
        (await send(call, { query: { month: NOW.slice(0, 7), property_id: elsewhere.property.id } }, token)).status
      ).toBe(404)
  })
})

test('the code on a scooter leads a caretaker to that one with its PIN, or to none if it is elsewhere or deleted', async () => {
  const { token } = await staffOf('caretaker', here.property)
  const other = await insertScooter(here.property.id, { name: 'Banyan second' })
  const gone = await insertScooter(here.property.id, { name: 'Banyan third' })
  await sql('UPDATE scooters SET archived_at = 0 WHERE id = ?', gone.id)
  const headers = { cookie: `userType=admin; session=${token}` }
  async function scan({ id }: { id: string }): Promise<string> {
    const led = await app.fetch(bookingPath(id), { headers, redirect: 'manual' })
    expect(led.status).toBe(302)
    return (await app.fetch(led.headers.get('location') ?? '', { headers })).text()
  }
  const names = [here.scooter, other, gone, elsewhere.scooter].map(({ name }) => name)
  const found = async (scooter: { id: string }) => {
    const [table = ''] = /<table.*<\/table>/s.exec(await scan(scooter)) ?? []
    return [...names.filter(name => table.includes(name)), ...(/\d{6}/.exec(table) ?? [])]
  }
  expect(await found(here.scooter)).toEqual([here.scooter.name, here.scooter.otp_pin])
  expect(await found(other)).toEqual([other.name, other.otp_pin])
  expect([await found(gone), await found(elsewhere.scooter)]).toEqual([[], []])
})

test('a caretaker reads no email but the own one, no rupee and no licence', async () => {
  const { email, token } = await staffOf('caretaker', here.property, alsoHere.property)
  const params = { id: here.booking.id }
  const { id: scooter_id } = await insertScooter(here.property.id)
  const move = { from_scooter_id: here.scooter.id, reason: 'x', scooter_id }
  const moved = await send(moveRideAsAdmin, { body: move, params }, token)
  const returned = await send(returnRideAsAdmin, { body: { reason: 'x' }, params }, token)
  expect([moved.status, returned.status]).toEqual([200, 200])
  const changed = [['move', await moved.text()] as const, ['return', await returned.text()] as const]
  const answers = [...(await answersTo(token, 'caretaker')), ...changed]
  const own = answers.map(
    ([name, text]) =>
      [name, text.replaceAll(here.scooter.otp_pin, '').replaceAll('732731', '').replaceAll(email, '')] as const
  )
  expect(leaks(own, /@|"(amount|refunded)":\d|licence|license_/)).toEqual([])
  expect(leaks(await pagesOf(token), /rao@|₹/i)).toEqual([])
})

test('a manager reads of a rider who moved here only the messages about rides here', async () => {
  const { call } = await staffOf('manager', here.property)
  expect(await call(listRiderMessages, { params: { id: elsewhere.rider.id } })).toEqual([])
})
