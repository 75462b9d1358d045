import { beforeAll, describe, expect, test } from 'vitest'
import { refundBooking } from '#contract/bookings/booking-payments.ts'
import { exportGst, exportReceipts, getBooks } from '#contract/receipts/books.ts'
import { listReceipts } from '#contract/receipts/receipts.ts'
import { addDays, type Day, dayOf } from '#domain/time/india-time.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import * as booksText from '#messages/admin/books.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as receiptsText from '#messages/receipts.ts'
import { setUpAdmin, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { app, send, sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

const owner = setUpAdmin()
let asha: Awaited<ReturnType<typeof signedInRider>>
let property: Awaited<ReturnType<typeof insertProperty>>
let scooter_id: string

const today = () => dayOf(new Date())
const year = (day: Day) => String(Number(day.slice(0, 4)) - (day.slice(5, 7) < '04' ? 1 : 0))

/** A ride that was paid at this time. */
const paidRide = async (created_at = new Date()) => {
  const start = new Date(Date.now() + 24 * HOUR_MS)
  return insertBooking({
    amount: 140,
    created_at,
    end: new Date(start.getTime() + HOUR_MS),
    scooter_id,
    start,
    user_id: asha.id
  })
}

const openedBy = (person: Pick<typeof asha, 'call'>, id: string) => person.call(listReceipts, { params: { id } })

beforeAll(async () => {
  property = await insertProperty({ name: '=Palm Grove' })
  scooter_id = (await insertScooter(property.id, { name: 'Blue 3' })).id
  asha = await signedInRider({ name: 'Asha Rao', property_id: property.id })
})

describe('the receipts of a ride', () => {
  test('are there as soon as it is paid, and a refund adds its note', async () => {
    const { id } = await paidRide()
    const paid = await openedBy(asha, id)
    expect(paid).toMatchObject({
      receipts: [
        {
          against: null,
          kind: 'receipt',
          number: expect.stringMatching(/^R\/\d{4}\/\d+$/),
          property_name: '=Palm Grove',
          registration: null,
          scooter_name: 'Blue 3',
          tax: 0,
          total: 140
        }
      ],
      ride_id: id,
      rider_name: 'Asha Rao'
    })
    await owner.call(refundBooking, { body: { amount: 40, reason: 'It was not charged' }, params: { id } })
    const [receipt, note] = (await openedBy(asha, id)).receipts
    expect(receipt).toEqual(paid.receipts[0])
    expect(note).toMatchObject({
      against: { issued_at: receipt?.issued_at, number: receipt?.number },
      kind: 'refund_note',
      number: expect.stringMatching(/^N\/\d{4}\/1$/),
      total: 40
    })
  })

  test('are none if it was paid before receipts existed', async () => {
    const { id } = await paidRide(new Date('2026-01-05T10:00:00Z'))
    expect((await openedBy(asha, id)).receipts).toEqual([])
  })

  test('are read by its rider, and by the managers of its property', async () => {
    const { id } = await paidRide()
    const input = { params: { id } }
    const other = await signedInRider()
    const manager = await signedInAdmin('manager', [property.id])
    const elsewhere = await signedInAdmin('manager', [other.property_id])
    const caretaker = await signedInAdmin('caretaker', [property.id])
    expect(await openedBy(owner, id)).toEqual(await openedBy(asha, id))
    expect(await openedBy(manager, id)).toEqual(await openedBy(asha, id))
    expect(await other.refusal(listReceipts, input)).toMatchObject({ detail: bookingText.bookingNotFound, status: 404 })
    expect(await elsewhere.refusal(listReceipts, input)).toMatchObject({
      detail: bookingText.bookingNotFound,
      status: 404
    })
    expect(await caretaker.refusal(listReceipts, input)).toMatchObject({
      detail: apiErrorsText.notAllowed,
      status: 403
    })
    const unknown = { params: { id: 'unknown' } }
    expect(await asha.refusal(listReceipts, unknown)).toMatchObject({
      detail: bookingText.bookingNotFound,
      status: 404
    })
  })

  test('are not issued for somebody who may not read them', async () => {
    const { id } = await paidRide()
    const other = await signedInRider()
    await other.refusal(listReceipts, { params: { id } })
    expect(await sql('SELECT 1 FROM receipts WHERE booking_id = ?', id)).toEqual([])
  })
})

describe("the owner's books", () => {
  const file = async (from: Day, to: Day) => {
    const reply = await send(exportReceipts, { query: { from, to } }, owner.token)
    return new TextDecoder().decode(await reply.arrayBuffer())
  }

  test('are closed to managers', async () => {
    const manager = await signedInAdmin('manager', [property.id])
    const calls = [
      [getBooks, { year: year(today()) }],
      [exportReceipts, { from: today(), to: today() }],
      [exportGst, { month: today().slice(0, 7), registration: '29ABCDE1234F1ZW' }]
    ] as const
    for (const [endpoint, query] of calls)
      expect(await manager.refusal(endpoint, { query })).toMatchObject({
        detail: apiErrorsText.notAllowed,
        status: 403
      })
  })

  test('have the receipts of some days as a file without formulas, and the download is logged', async () => {
    await app.runMinute()
    const text = await file(today(), today())
    const [head, ...lines] = text.trim().split('\r\n')
    expect(head).toBe(
      'Number,Date,Kind,Against,GSTIN,State,SAC,Rate %,Taxable,CGST,SGST,Total,Property,Scooter,Reference,Payment'
    )
    const [{ count = 0 } = {}] = await sql<{ count: number }>('SELECT count(*) AS count FROM receipts')
    expect(lines).toHaveLength(count)
    const note = lines.find(line => line.startsWith('N/'))
    expect(note).toContain(`,${today()},Refund note,R/`)
    expect(note).toContain(",,,,0,-40,0,0,-40,'=Palm Grove,Blue 3,")
    const [entry] = await sql("SELECT admin_id, subject FROM audits WHERE action = 'export_receipts'")
    expect(entry).toEqual({ admin_id: owner.id, subject: 'receipts' })
    expect((await file(addDays(today(), -9), addDays(today(), -8))).split('\r\n')).toHaveLength(2)
  })

  test.each([
    [-366, booksText.chooseDays],
    [1, booksText.chooseDays]
  ])('refuse a file from %i days after its end', async (days, detail) => {
    const query = { from: addDays(today(), days), to: today() }
    expect(await owner.refusal(exportReceipts, { query })).toMatchObject({ detail: [{ msg: detail }], status: 422 })
  })

  test.each(['', '26', '2019', '2100', 'x'])('refuse the year %j', async named => {
    expect(await owner.refusal(getBooks, { query: { year: named } })).toMatchObject({
      detail: [{ msg: booksText.chooseYear }],
      status: 422
    })
  })

  test('refuse a year that has not begun, and GST figures of a month that is not over', async () => {
    const next = String(Number(year(today())) + 1)
    expect(await owner.refusal(getBooks, { query: { year: next } })).toMatchObject({
      detail: [{ msg: booksText.chooseYear }]
    })
    for (const month of [today().slice(0, 7), '2026', '2026-13', ''])
      expect(await owner.refusal(exportGst, { query: { month, registration: 'x' } })).toMatchObject({
        detail: [{ msg: booksText.chooseMonth }],
        status: 422
      })
  })

  test('have GST figures of a registration only', async () => {
    const query = { month: '2026-04', registration: '29ABCDE1234F1ZW' }
    expect(await owner.refusal(exportGst, { query })).toMatchObject({
      detail: booksText.registrationNotFound,
      status: 404
    })
  })

  test('have twelve months, with what is left of the payments', async () => {
    const { months, ...gaps } = await owner.call(getBooks, { query: { year: year(today()) } })
    expect(gaps).toEqual({ properties_without_registration: 0, scooters_without_kind: 0 })
    expect(months).toHaveLength(12)
    expect(months[0]?.month).toBe(`${year(today())}-04`)
    expect(months.find(({ month }) => today().startsWith(month))).toMatchObject({ given_back: 40, tax: 0 })
  })
})

test('the page of a receipt is for its session, and a visitor signs in first', async () => {
  const { id } = await paidRide()
  const page = (path: string, userType?: string) =>
    app.fetch(path, userType ? { headers: { cookie: `userType=${userType}` } } : {})
  expect(await (await page(`/receipt/${id}`, 'user')).text()).toContain(receiptsText.loading)
  expect(await (await page(`/admin/receipt/${id}`, 'admin')).text()).toContain(receiptsText.loading)
  expect((await page(`/receipt/${id}`)).headers.get('location')).toBe(`/auth?next=/receipt/${id}`)
  expect((await page(`/admin/receipt/${id}`, 'user')).headers.get('location')).toBe('/admin/auth')
})
