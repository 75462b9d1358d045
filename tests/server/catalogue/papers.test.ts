import { describe, expect, test } from 'vitest'
import { returnRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import {
  createScooter,
  deleteScooter,
  listAllScooters,
  listPapers,
  updateScooter
} from '#contract/catalogue/admin-scooters.ts'
import { PAPER_NUMBER_MAX_LENGTH } from '#domain/catalogue/scooters.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as papersText from '#messages/papers.ts'
import { setUpAdmin, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

const admin = setUpAdmin()

const papersJson = (...papers: { expires_on?: string | null; kind: string; number?: string | null }[]) =>
  JSON.stringify(papers)

const change = (id: string, body: Record<string, string>) => admin.call(updateScooter, { body, params: { id } })
const refused = (body: Record<string, string>) => admin.refusal(createScooter, { body: { name: 'x', ...body } })
const stored = (id: string) =>
  sql('SELECT kind, number, expires_on FROM scooter_papers WHERE scooter_id = ? ORDER BY kind', id)

describe('a registration number', () => {
  test('is kept as on the plate, found by a search, and removed', async () => {
    const body = { kind: 'electric', name: 'Ather 450X', registration_number: ' ka-05 ab 1234 ' } as const
    const scooter = await admin.call(createScooter, { body })
    expect(scooter).toMatchObject({ kind: 'electric', papers: [], registration_number: 'KA05AB1234' })
    const found = await admin.call(listAllScooters, { query: { q: 'ka05ab' } })
    expect(found.map(({ id }) => id)).toEqual([scooter?.id])
    expect(await change(scooter?.id ?? '', { kind: '', registration_number: '' })).toMatchObject({
      kind: null,
      registration_number: null
    })
  })

  test('belongs to one scooter, also at the same moment, until that is deleted', async () => {
    const property = await insertProperty()
    const number = { registration_number: 'KA05XY0001' }
    const create = () => admin.call(createScooter, { body: { name: 'One', property_id: property.id, ...number } })
    const [one, other] = await Promise.allSettled([create(), create()])
    expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refused(number)).toMatchObject({ detail: papersText.registrationTaken, status: 409 })
    const [{ id = '' } = {}] = await sql<{ id: string }>('SELECT id FROM scooters WHERE property_id = ?', property.id)
    const second = await insertScooter(property.id)
    const taken = await admin.refusal(updateScooter, { body: { name: 'New', ...number }, params: { id: second.id } })
    expect(taken).toMatchObject({ detail: papersText.registrationTaken, status: 409 })
    expect(await sql('SELECT name FROM scooters WHERE id = ?', second.id)).toEqual([{ name: second.name }])
    expect(await sql('SELECT id FROM audits WHERE subject = ?', second.id)).toEqual([])
    const { id: user_id } = await signedInRider({ property_id: property.id })
    const [start, end] = [new Date('2026-01-05T04:30:00Z'), new Date('2026-01-05T05:30:00Z')]
    await insertBooking({ end, scooter_id: id, start, user_id })
    await admin.call(deleteScooter, { params: { id } })
    expect(await change(second.id, number)).toMatchObject(number)
  })

  test.each(['KA', 'KA05AB12345678901', 'KA05#1234', 'कर्नाटक05'])('is not %s', async registration_number => {
    expect(await refused({ registration_number })).toMatchObject({
      detail: [{ loc: ['body', 'registration_number'], msg: formsText.invalidRegistration }],
      status: 422
    })
  })
})

describe('the papers of a scooter', () => {
  test('are saved one by one, an empty one is removed, and the log says no number', async () => {
    const { id } = await insertScooter((await insertProperty()).id)
    const papers = papersJson(
      { expires_on: '2027-03-31', kind: 'insurance', number: ' OG-26 \u0000\u202E77 ' },
      { kind: 'rc', number: 'RC 1' },
      { expires_on: '', kind: 'puc', number: null }
    )
    const scooter = await change(id, { papers })
    expect(scooter?.papers).toEqual([
      { expires_on: null, kind: 'rc', number: 'RC 1' },
      { expires_on: '2027-03-31', kind: 'insurance', number: 'OG-26 77' }
    ])
    await change(id, { papers: papersJson({ kind: 'rc' }, { expires_on: '2026-12-31', kind: 'permit' }) })
    expect(await stored(id)).toEqual([
      { expires_on: '2027-03-31', kind: 'insurance', number: 'OG-26 77' },
      { expires_on: '2026-12-31', kind: 'permit', number: null }
    ])
    await change(id, { papers: '[]' })
    const log = await sql('SELECT detail FROM audits WHERE subject = ?', id)
    expect(log).toEqual([{ detail: 'papers' }, { detail: 'papers' }])
  })

  test.each([
    ['no JSON', '{', [], formsText.invalidPapers],
    ['no list', '{}', [], formsText.invalidPapers],
    ['no objects', '[7]', ['0'], formsText.invalidPapers],
    ['another kind', papersJson({ kind: 'visa' }), ['0', 'kind'], formsText.invalidPapers],
    ['one kind twice', papersJson({ kind: 'rc' }, { kind: 'rc' }), [], formsText.invalidPapers],
    ['no day', papersJson({ expires_on: '2027-02-30', kind: 'rc' }), ['0', 'expires_on'], apiErrorsText.invalidDate],
    [
      'a time',
      papersJson({ expires_on: '2027-02-03T10:00', kind: 'rc' }),
      ['0', 'expires_on'],
      apiErrorsText.invalidDate
    ],
    [
      'a long number',
      papersJson({ kind: 'rc', number: '7'.repeat(PAPER_NUMBER_MAX_LENGTH + 1) }),
      ['0', 'number'],
      apiErrorsText.tooLong
    ]
  ])('are refused: %s', async (_, papers, path, msg) => {
    expect(await refused({ papers })).toMatchObject({
      detail: [{ loc: ['body', 'papers', ...path], msg }],
      status: 422
    })
  })

  test('are deleted with the scooter, also if its rides keep its name', async () => {
    const property = await insertProperty()
    const scooters = [await insertScooter(property.id), await insertScooter(property.id)]
    const { id: user_id } = await signedInRider({ property_id: property.id })
    const [start, end] = [new Date('2026-01-05T04:30:00Z'), new Date('2026-01-05T05:30:00Z')]
    await insertBooking({ end, scooter_id: scooters[0]?.id ?? '', start, user_id })
    for (const { id } of scooters) {
      await change(id, { papers: papersJson({ kind: 'rc', number: 'RC 1' }) })
      await admin.call(deleteScooter, { params: { id } })
      expect(await stored(id)).toEqual([])
    }
  })
})

describe('the list of papers', () => {
  test('has those of own properties, the first to end on top, those without a day last', async () => {
    const [here, elsewhere] = [await insertProperty({ name: 'Palm Grove' }), await insertProperty()]
    const [one, two, other] = [
      await insertScooter(here.id, { name: 'One' }),
      await insertScooter(here.id, { name: 'Two' }),
      await insertScooter(elsewhere.id)
    ]
    await change(one.id, {
      papers: papersJson({ expires_on: '2030-01-01', kind: 'rc' }, { kind: 'puc', number: 'P 1' }),
      registration_number: 'KA05ZZ9999'
    })
    await change(two.id, { papers: papersJson({ expires_on: '2025-12-31', kind: 'insurance', number: 'I 1' }) })
    await change(other.id, { papers: papersJson({ expires_on: '2026-01-01', kind: 'permit' }) })
    const manager = await signedInAdmin('manager', [here.id])
    const rows = await manager.call(listPapers, { query: { page: '1' } })
    const palm = { number: null, property_name: 'Palm Grove' }
    const plate = { ...palm, registration_number: 'KA05ZZ9999', scooter_id: one.id, scooter_name: 'One' }
    expect(rows).toEqual([
      {
        ...palm,
        expires_on: '2025-12-31',
        kind: 'insurance',
        number: 'I 1',
        registration_number: null,
        scooter_id: two.id,
        scooter_name: 'Two'
      },
      { ...plate, expires_on: '2030-01-01', kind: 'rc' },
      { ...plate, expires_on: null, kind: 'puc', number: 'P 1' }
    ])
    const all = await admin.call(listPapers, { query: { property_id: elsewhere.id } })
    expect(all.map(({ scooter_id }) => scooter_id)).toEqual([other.id])
    const caretaker = await signedInAdmin('caretaker', [here.id])
    expect(await caretaker.refusal(listPapers, { query: {} })).toMatchObject({ status: 403 })
  })
})

describe('a rider', () => {
  test('reads the plate and the last days until the ride is over, without the numbers of the papers', async () => {
    const rider = await signedInRider()
    const scooter = await insertScooter(rider.property_id)
    const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
    const ride = { scooter_id: scooter.id, user_id: rider.id }
    const { id } = await insertBooking({ ...ride, end: inHours(1), start: inHours(-1) })
    await insertBooking({ ...ride, end: inHours(4), start: inHours(3), state: 'held' })
    await insertBooking({ ...ride, end: inHours(-29), start: inHours(-30) })
    const read = async () => (await rider.call(listMyBookings)).map(({ papers }) => papers ?? null)
    const papers = papersJson({ expires_on: '2030-01-01', kind: 'rc', number: 'RC 1' }, { kind: 'permit', number: 'P' })
    await change(scooter.id, { papers })
    expect(await read()).toEqual([null, null, null])
    await change(scooter.id, { registration_number: 'KA05RR0001' })
    const shown = { ends: [{ expires_on: '2030-01-01', kind: 'rc' }], registration_number: 'KA05RR0001' }
    expect((await read()).filter(each => each !== null)).toEqual([shown])
    await admin.call(returnRideAsAdmin, { body: { reason: 'Brought back' }, params: { id } })
    expect(await read()).toEqual([null, null, null])
  })
})
