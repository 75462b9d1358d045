import { beforeAll, describe, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { exportBookings } from '#contract/bookings/bookings-csv.ts'
import { bookingReference } from '#domain/bookings/rides.ts'
import { instantAt } from '#domain/time/india-time.ts'
import { newId } from '#server/runtime/crypto.ts'
import { setUpAdmin, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { endHold } from '#tests/helpers/data/stored-state.ts'
import { send, sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

type Query = Record<string, string>

const admin = setUpAdmin()
let asha: Awaited<ReturnType<typeof signedInRider>>
let lakeview: Awaited<ReturnType<typeof insertProperty>>
let palmCourt: Awaited<ReturnType<typeof insertProperty>>
let ather: Awaited<ReturnType<typeof insertScooter>>
/** The id of each booking of these tests, by name. */
const booked: Record<string, string> = {}

type BookingFields = Omit<Parameters<typeof insertBooking>[0], 'created_at' | 'end' | 'start'>

/** A ride of three hours on a day in India, created one minute after the previous one. */
async function book(name: string, day: string, fields: BookingFields): Promise<void> {
  const created_at = new Date(Date.UTC(2026, 0, 1, 0, Object.keys(booked).length))
  const window = { end: instantAt(day, '13:00'), start: instantAt(day, '10:00') }
  booked[name] = (await insertBooking({ created_at, ...window, ...fields })).id
}

beforeAll(async () => {
  lakeview = await insertProperty({ name: 'Lakeview' })
  palmCourt = await insertProperty({ name: 'Palm Court' })
  ather = await insertScooter(lakeview.id, { name: 'Ather 450X' })
  const chetak = await insertScooter(palmCourt.id, { name: 'Bajaj Chetak' })
  asha = await signedInRider({ name: 'Asha Rao', property_id: lakeview.id })
  const ravi = await signedInRider({ name: 'Ravi Nair', property_id: palmCourt.id })
  const ashas = { scooter_id: ather.id, user_id: asha.id }
  const ravis = { scooter_id: chetak.id, user_id: ravi.id }
  await book('paid', '2026-06-15', { ...ashas, amount: 140, id: newId(), plan_name: 'Evening Spin' })
  await book('failed', '2026-06-12', { ...ravis, state: 'expired' })
  await book('refunded', '2026-06-14', { ...ashas, state: 'refunded' })
  await book('cancelled', '2026-06-13', { ...ravis, state: 'cancelled' })
  await book('held', '2099-06-15', { ...ravis, state: 'held' })
  await book('dead hold', '2026-06-11', { ...ashas, state: 'held' })
  await endHold(booked['dead hold'] ?? '')
})

async function namesOf(query: Query, { call } = admin): Promise<string[]> {
  const found = await call(listAllBookings, { query })
  return found.map(({ id }) => Object.keys(booked).find(name => booked[name] === id) ?? id)
}

describe('the bookings of a manager', () => {
  const pagesOf = async (query: Query, ...properties: string[]) => {
    const manager = await signedInAdmin('manager', properties)
    const pages = ['1', '2', '3', '4', '5', '6'].map(page => namesOf({ ...query, page, per_page: '1' }, manager))
    return (await Promise.all(pages)).flat()
  }

  test.each<Query>([
    {},
    { sort: 'created_at' },
    { sort: 'start_time' },
    { sort: '-start_time' },
    { status: 'Failed' },
    { q: 'ather' },
    { q: 'ravi', sort: 'start_time' }
  ])('are those of one or two properties, in the order of all and page by page: %j', async query => {
    const all = await namesOf(query)
    expect(await pagesOf(query, lakeview.id, palmCourt.id)).toEqual(all)
    const atLakeview = all.filter(name => ['dead hold', 'paid', 'refunded'].includes(name))
    expect(await pagesOf(query, lakeview.id)).toEqual(atLakeview)
  })
})

describe('all bookings', () => {
  test('show who booked what, when and how, and whether it is paid', async () => {
    const [booking] = await admin.call(listAllBookings, { query: { status: 'Completed' } })
    expect(booking).toEqual({
      amount: 140,
      booking_type: 'plan',
      created_at: '2026-01-01T00:00:00.000Z',
      dispute: null,
      end_time: '2026-06-15T07:30:00.000Z',
      id: booked.paid,
      is_unreturned: false,
      note_to_staff: null,
      payment_status: 'Completed',
      plan_name: 'Evening Spin',
      property_id: lakeview.id,
      property_name: 'Lakeview',
      refunded: 0,
      return_photo_id: null,
      return_pressed_at: null,
      ride_id: null,
      scooter_id: ather.id,
      scooter_name: 'Ather 450X',
      start_time: '2026-06-15T04:30:00.000Z',
      user_email: asha.email,
      user_id: asha.id,
      user_name: 'Asha Rao',
      user_phone: '+91 98450 12345'
    })
    const [hourly] = await admin.call(listAllBookings, { query: { status: 'Refunded' } })
    expect(hourly).toMatchObject({ booking_type: 'hourly', plan_name: null })
  })

  test.each<[string, Query, string[]]>([
    ['sorted newest first', {}, ['dead hold', 'held', 'cancelled', 'refunded', 'failed', 'paid']],
    ['sorted oldest first', { sort: 'created_at' }, ['paid', 'failed', 'refunded', 'cancelled', 'held', 'dead hold']],
    ['sorted by start', { sort: 'start_time' }, ['dead hold', 'failed', 'cancelled', 'refunded', 'paid', 'held']],
    [
      'sorted by start, latest first',
      { sort: '-start_time' },
      ['held', 'paid', 'refunded', 'cancelled', 'failed', 'dead hold']
    ],
    ['filtered by Failed, including expired holds', { status: 'Failed' }, ['failed', 'dead hold']],
    ['filtered by those that have not ended', { has_ended: 'false' }, ['held']],
    ['filtered by those that have ended and are paid', { has_ended: 'true', status: 'Completed' }, ['paid']],
    ['filtered by one day in India', { from: '2026-06-14', to: '2026-06-14' }, ['refunded']],
    ['filtered from a day on', { from: '2026-06-14' }, ['held', 'paid', 'refunded']],
    ['filtered up to a day', { sort: 'start_time', to: '2026-06-13' }, ['dead hold', 'failed', 'cancelled']],
    ['searched by the beginning of the name', { q: 'asha' }, ['paid', 'refunded', 'dead hold']],
    ['searched by two words of the name', { q: 'nair ra' }, ['held', 'cancelled', 'failed']],
    ['searched by words of different riders', { q: 'asha nair' }, []],
    ['searched by a part of the scooter name', { q: '450x' }, ['paid', 'refunded', 'dead hold']],
    ['searched by two parts of the scooter name', { q: 'chet BAJ' }, ['held', 'cancelled', 'failed']],
    ['searched by a name, sorted by start', { q: 'asha', sort: 'start_time' }, ['dead hold', 'refunded', 'paid']],
    ['searched by a name and a status', { q: 'asha', status: 'Failed' }, ['dead hold']],
    ['searched by a name and days', { from: '2026-06-13', q: 'ravi', to: '2026-06-30' }, ['cancelled']],
    ['searched by an unknown name', { q: '%' }, []]
  ])('%s', async (_, query, expected) => {
    expect(await namesOf(query)).toEqual(expected)
  })

  test('are found by the reference, however it is typed, and by the whole id', async () => {
    const id = booked.paid ?? ''
    const reference = bookingReference(id)
    for (const q of [
      reference,
      reference.toLowerCase(),
      `#${reference}`,
      ` ${reference.replace(/^..../, '$& ')}`,
      id
    ]) {
      expect(await namesOf({ q }), q).toEqual(['paid'])
    }
    expect(await namesOf({ q: reference.slice(1) })).toEqual([])
    expect(await namesOf({ q: reference, status: 'Failed' })).toEqual([])
    expect(await namesOf({ q: reference, user_id: asha.id })).toEqual(['paid'])
    expect(await namesOf({ page: '2', per_page: '1', q: reference })).toEqual([])
  })

  test('are filtered by property, scooter or rider', async () => {
    const ashas = ['paid', 'refunded', 'dead hold']
    expect(await namesOf({ property_id: lakeview.id })).toEqual(ashas)
    expect(await namesOf({ scooter_id: ather.id })).toEqual(ashas)
    expect(await namesOf({ user_id: asha.id })).toEqual(ashas)
    expect(await namesOf({ property_id: lakeview.id, status: 'Failed' })).toEqual(['dead hold'])
    expect(await namesOf({ q: 'ravi', user_id: asha.id })).toEqual([])
  })
})

// As users have it in their spreadsheets, so it is written out here.
const HEAD =
  '\uFEFFBooking,Rider,Email,Scooter,Property,Start (IST),End (IST),Payment status,Booking type,Plan,Amount (INR),Booked at (IST),Note from the rider\r\n'

describe('the CSV file of all bookings', () => {
  const file = async (query: Query = {}) => {
    const reply = await send(exportBookings, { query }, admin.token)
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    return { headers: reply.headers, text: decoder.decode(await reply.arrayBuffer()) }
  }

  test('opens in a spreadsheet, with times in India', async () => {
    const { headers, text } = await file({ status: 'Completed' })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="bookings-\d{4}-\d\d-\d\d\.csv"$/)
    expect(headers.get('cache-control')).toBe('no-store')
    const rider = `Asha Rao,${asha.email}`
    const ride =
      'Ather 450X,Lakeview,2026-06-15 10:00,2026-06-15 13:00,Completed,plan,Evening Spin,140,2026-01-01 05:30,'
    expect(text).toBe(`${HEAD}${booked.paid},${rider},${ride}\r\n`)
  })

  test('applies the filters and has no pages', async () => {
    const { text } = await file({ page: '1', per_page: '1', q: 'ravi' })
    const lines = text.split('\r\n').slice(1, -1)
    expect(lines.map(line => line.split(',')[0])).toEqual([booked.held, booked.cancelled, booked.failed])
  })

  test('escapes names that look like formulas', async () => {
    const rider = await signedInRider({ name: '=HYPERLINK("https://a.test")', property_id: lakeview.id })
    const window = { end: instantAt('2026-06-16', '11:00'), start: instantAt('2026-06-16', '10:00') }
    await insertBooking({ ...window, scooter_id: ather.id, user_id: rider.id })
    expect((await file({ user_id: rider.id })).text).toContain(`,"'=HYPERLINK(""https://a.test"")",`)
  })

  test.each<[Query]>([[{}], [{ sort: 'created_at' }], [{ q: 'busy' }]])(
    'contains every booking once, however many there are: %j',
    async query => {
      const busy = await signedInRider({ name: 'Busy', property_id: lakeview.id })
      await sql(
        `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at,
                               hours, amount, state, created_at, updated_at)
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
         SELECT ?1 || '-' || i, ?1, ?2, 'S', 'p', 'P', 3600 * (i / 7), 3600 * (i / 7) + 60, 1, 1, 'expired', i / 7, 0
           FROM n`,
        busy.id,
        ather.id
      )
      const { text } = await file(query)
      const found = text.split('\r\n').filter(line => line.startsWith(`${busy.id}-`))
      expect([found.length, new Set(found).size]).toEqual([2500, 2500])
    }
  )
})
