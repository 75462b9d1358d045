import { expect, test, vi } from 'vitest'
import { getMe } from '#contract/staff/me.ts'
import { getToday } from '#contract/staff/today.ts'
import { type Screen, screenPath } from '#domain/admin/screens.ts'
import { DAY_MS } from '#domain/time/time-units.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import { dayPlan } from '#stores/admin/staff/today.ts'
import {
  advanceTime,
  mountStores,
  openPage,
  server,
  setUpBrowserTab,
  shownToasts,
  waitForTask
} from '#tests/stores/browser-tab.ts'
import { answerNormally, me, openTab } from './page.ts'

// @vitest-environment jsdom

setUpBrowserTab()

test.each<[Screen, readonly string[]]>([
  ['overview', []],
  ['team', [dashboardText.askOwner]],
  ['payments', [dashboardText.askOwner]]
])(
  'a caretaker who opens the page of %s comes to Today, and reads why unless the address names no page',
  async (tab, toasts) => {
    const { $screen } = await openTab(tab, { role: 'caretaker' })
    expect($screen.get()).toBe('today')
    expect(await shownToasts()).toEqual(toasts)
  }
)

const dayQueries = () => server.requestsTo(getToday).map(({ query }) => query)

test('the chosen property is in the address, also after another screen', async () => {
  const { openScreen } = await openTab('today')
  const { showProperty } = await import('#stores/admin/staff/today.ts')
  const [pushed, replaced] = [
    vi.spyOn(history, 'pushState').mockReturnValue(undefined),
    vi.spyOn(history, 'replaceState').mockReturnValue(undefined)
  ]
  showProperty('2')
  await waitForTask(null)
  expect(replaced).toHaveBeenLastCalledWith(history.state, '', screenPath('today', '2'))
  openScreen('pins')
  openScreen('today')
  await waitForTask(null)
  expect(pushed).toHaveBeenLastCalledWith(null, '', screenPath('today', '2'))
})

test('a page whose address names a property asks for its day', async () => {
  openPage(screenPath('today', '2'), 'admin')
  answerNormally()
  await import('#stores/admin/dashboard.ts')
  mountStores((await import('#tests/stores/admin/lists.ts')).$stats)
  await waitForTask(null)
  expect(dayQueries()).toEqual([{ property_id: '2' }])
})

test('over midnight an open page loads the new day, also where tomorrow was chosen the day before', async () => {
  await openTab('today')
  const { showDay } = await import('#stores/admin/staff/today.ts')
  showDay('tomorrow')
  await waitForTask(null)
  expect(dayQueries()).toEqual([{ all: 'true' }, { all: 'true', day: '2026-06-16' }])
  await advanceTime(DAY_MS)
  expect(dayQueries().slice(2)).toEqual([{ all: 'true' }])
  await advanceTime(DAY_MS)
  expect(dayQueries().slice(3)).toEqual([{ all: 'true' }])
})

test('a property that is taken from the account while its day is open is not asked for again', async () => {
  await openTab('today')
  const { showProperty } = await import('#stores/admin/staff/today.ts')
  showProperty('2')
  await waitForTask(null)
  server.answer(getMe, { ...me, properties: me.properties.slice(0, 1) })
  document.dispatchEvent(new Event('visibilitychange'))
  await waitForTask(null)
  expect(server.requestsTo(getToday).map(({ query }) => query)).toEqual([
    { all: 'true' },
    { property_id: '2' },
    { all: 'true' }
  ])
})

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
