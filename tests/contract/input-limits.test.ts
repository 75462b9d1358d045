import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createHourlyBooking, getAvailability } from '#contract/bookings/create-booking.ts'
import { updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import { whoRode } from '#contract/catalogue/who-rode.ts'
import { addProblem, listRidesInside } from '#contract/problems/problems.ts'
import { decideLicence } from '#contract/review/review.ts'
import { getToday } from '#contract/staff/today.ts'
import { CLOSED_DATES_MAX, PAUSED_WITHOUT_END } from '#domain/bookings/opening.ts'
import { RIDES_PER_BLOCK_MAX } from '#domain/problems/problems.ts'
import { addDays } from '#domain/time/india-time.ts'
import { namedEndpoints } from '#tests/helpers/servers/every-call.ts'

// Every input has a limit: the length of a text and of a list, the range of a number, a day and an instant.

/** The actions that limit a value, by its type. A check can be any rule, such as that a text is a day. */
const LIMITS: Record<string, readonly string[]> = {
  array: ['max_length'],
  number: ['max_value'],
  string: ['check', 'max_length', 'regex']
}

interface Node {
  entries?: Record<string, Node>
  item?: Node
  options?: readonly Node[]
  pipe?: readonly Node[]
  type: string
  wrapped?: Node
}

/** The paths of the values without a limit. `outer` are the actions of the pipes around the schema. */
function unlimited(schema: Node, path: string, outer: readonly string[] = []): string[] {
  const [first, ...actions] = schema.pipe ?? []
  const around = [...outer, ...actions.flatMap(({ pipe = [], type }) => [type, ...pipe.map(item => item.type)])]
  if (first && first !== schema && first.pipe) return unlimited(first, path, around)
  const { entries = {}, item, options = [], type, wrapped } = schema
  const own = LIMITS[type]?.every(limit => !around.includes(limit)) ? [path] : []
  return [
    ...own,
    ...Object.entries(entries).flatMap(([name, entry]) => unlimited(entry, `${path}.${name}`)),
    ...options.filter(option => typeof option === 'object').flatMap(option => unlimited(option, path, around)),
    ...(item ? unlimited(item, `${path}[]`) : []),
    ...(wrapped ? unlimited(wrapped, path, around) : [])
  ]
}

/** It is cut, so that the report of a browser never fails by it. */
const CUT = ['recordPaymentFailure.error_description']

test('every text, list and number of every request has a limit', () => {
  const found = namedEndpoints.flatMap(([name, { body, query }]) =>
    [body, query].flatMap(schema => (schema ? unlimited(schema as unknown as Node, name) : []))
  )
  expect([...new Set(found)]).toEqual(CUT)
})

const refuses = (schema: v.GenericSchema, input: unknown) => !v.safeParse(schema, input).success

const RIDE = 'a'.repeat(32)
const AT = '2026-12-01T10:00:00Z'
const block = (fields: object) => ({ from: AT, id: RIDE, note: 'N', scooter_id: 's', to: AT, ...fields })
const approve = (expires_on: string) => ({ decision: 'approve', expires_on, refund: 0, revision: 1 })
const paper = (expires_on: string) => ({ papers: JSON.stringify([{ expires_on, kind: 'insurance', number: '1' }]) })

const INSTANTS: [name: string, schema: v.GenericSchema, inputOf: (instant: string) => object][] = [
  ['the end of a pause', updatePropertyRules.body, paused_until => ({ paused_until })],
  ['the start of a window', addProblem.body, from => block({ from })],
  ['the end of a window', addProblem.body, to => block({ to })],
  ['a window that is asked about', listRidesInside.query, to => ({ from: AT, scooter_id: 's', to })],
  ['a time that is asked about', whoRode.query, at => ({ at })],
  ['the start of a ride', createHourlyBooking.body, start_time => ({ duration_hours: 1, scooter_id: 's', start_time })]
]

describe.each(INSTANTS)('%s', (_, schema, inputOf) => {
  test.each([AT, '2026-12-01 10:00', '2026-12-01T15:30+05:30', '2020-01-01T00:00:00.000Z', '2099-12-31T23:30:00Z'])(
    'can be %s',
    instant => expect(refuses(schema, inputOf(instant))).toBe(false)
  )

  test.each([
    ...['+275760-09-13T00:00:00.000Z', '2100-01-01T00:00:00Z', '2019-12-31T23:30:00Z', '0001-01-01T00:00:00Z'],
    ...['2026-02-30T10:00:00Z', '2026-13-01T10:00:00Z', '2026-12-01T25:00:00Z', '1 Dec 2026', '2026-12-01T10:00 pm', '']
  ])('is not %s', instant => expect(refuses(schema, inputOf(instant))).toBe(true))
})

const DAYS: [name: string, schema: v.GenericSchema, inputOf: (day: string) => object][] = [
  ['the day of Today', getToday.query, day => ({ day })],
  ['a day of the booking page', getAvailability.query, date => ({ date })],
  ['a closed date', updatePropertyRules.body, day => ({ closed_dates: [day] })],
  ['the last day of a licence', decideLicence.body, approve],
  ['the last day of a paper', updateScooter.body, paper]
]

test.each(DAYS)('%s exists, and is between 2020 and 2100', (_, schema, inputOf) => {
  expect(refuses(schema, inputOf('2099-12-31'))).toBe(false)
  for (const day of ['2100-01-01', '9999-12-31', '2019-12-31', '2026-02-30', '2026-2-3'])
    expect(refuses(schema, inputOf(day)), day).toBe(true)
})

test('a pause without an end has its own value', () => {
  const paused = v.parse(updatePropertyRules.body, { paused_until: PAUSED_WITHOUT_END })
  expect(paused.paused_until).toEqual(new Date(PAUSED_WITHOUT_END))
})

test('a block decides about so many rides, each once', () => {
  const rides = (count: number) => Array.from({ length: count }, (_, index) => ({ id: String(index), move_to: 's' }))
  expect(refuses(addProblem.body, block({ rides: rides(RIDES_PER_BLOCK_MAX) }))).toBe(false)
  expect(refuses(addProblem.body, block({ rides: rides(RIDES_PER_BLOCK_MAX + 1) }))).toBe(true)
  expect(refuses(addProblem.body, block({ rides: [...rides(1), ...rides(1)] }))).toBe(true)
  expect(refuses(addProblem.body, block({ rides: [...rides(1), { amount: 0, id: 0 }] }))).toBe(true)
})

test('a property is closed on so many dates', () => {
  const dates = (count: number) => Array.from({ length: count }, (_, index) => addDays('2026-12-01', index))
  expect(refuses(updatePropertyRules.body, { closed_dates: dates(CLOSED_DATES_MAX) })).toBe(false)
  for (const closed_dates of [dates(CLOSED_DATES_MAX + 1), Array(CLOSED_DATES_MAX + 1).fill('2026-12-01')])
    expect(refuses(updatePropertyRules.body, { closed_dates })).toBe(true)
})
