import { expect, test } from 'vitest'
import { dayPlan } from '#stores/admin/staff/today.ts'

const at = (clock: string) => `2026-06-13T${clock}:00+05:30`
const NOW = new Date(at('10:00'))

const ride = (id: string, from: string, to: string, returned?: string) => ({
  end_time: at(to),
  id,
  property_name: null,
  return_photo_id: null,
  returned_at: returned ? at(returned) : null,
  scooter_id: `scooter of ${id}`,
  scooter_name: id,
  start_time: at(from),
  user_name: 'Asha Rao',
  user_phone: null
})

const plan = (rides: ReturnType<typeof ride>[], more = {}) =>
  dayPlan({ maintenance: [], pin_changes: [], rides, ...more }, NOW)

const lines = (rides: ReturnType<typeof ride>[]) =>
  plan(rides).byHour.map(({ event, ride: { id } }) => `${event} ${id}`)

test('a ride ahead has one line at its start, and a ride that is out one at its end, in the order of time', () => {
  expect(
    lines([ride('late', '15:00', '18:00'), ride('out', '09:00', '12:00'), ride('next', '10:30', '11:30')])
  ).toEqual(['starts next', 'ends out', 'starts late'])
})

test('a ride that has ended is checked until somebody returns it, from the second of its end', () => {
  const { byHour, done, toCheck } = plan([
    ride('ended', '07:00', '10:00'),
    ride('returned', '06:00', '09:00', '08:45'),
    ride('running', '09:30', '10:01')
  ])
  expect(toCheck.map(({ id }) => id)).toEqual(['ended'])
  expect(done.map(({ id }) => id)).toEqual(['returned'])
  expect(byHour.map(({ ride: { id } }) => id)).toEqual(['running'])
})

test('a late ride is above those to check, and the next start of its scooter warns of it', () => {
  const late = { ...ride('late', '07:00', '08:00'), is_late: true }
  const next = { ...ride('next', '11:00', '12:00'), scooter_id: late.scooter_id }
  const shown = plan([ride('ended', '07:00', '10:00'), late, next])
  expect([shown.late, shown.toCheck].map(rides => rides.map(({ id }) => id))).toEqual([['late'], ['ended']])
  expect(shown.byHour[0]?.warnings).toEqual(['not_back'])
})

test('a start warns of a scooter that is not back, needs a new PIN, or is in maintenance', () => {
  const scooter_id = 'blue'
  const starts = { ...ride('next', '11:00', '12:00'), scooter_id }
  const warningsWith = (more: object, ...others: ReturnType<typeof ride>[]) =>
    plan([...others, starts], more).byHour.find(({ ride: { id } }) => id === 'next')?.warnings
  expect(warningsWith({})).toEqual([])
  expect(warningsWith({}, { ...ride('before', '08:00', '09:00'), scooter_id })).toEqual(['not_back'])
  expect(warningsWith({ pin_changes: [{ scooter_id }] })).toEqual(['pin_first'])
  expect(warningsWith({ maintenance: [{ id: scooter_id }] })).toEqual(['in_maintenance'])
  expect(warningsWith({ maintenance: [{ id: 'red' }], pin_changes: [{ scooter_id: 'red' }] })).toEqual([])
})
