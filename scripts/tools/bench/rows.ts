import { registerHooks } from 'node:module'
import type { D1Database } from '@cloudflare/workers-types'
import { MY_BOOKINGS_FIRST_LIMIT, PAGE_SIZE_MAX, RECENT_BOOKINGS } from '#domain/constants.ts'
import { addDays, addMinutes, dayOf, instantAt } from '#domain/time/india-time.ts'
import type { BookingsQuery } from '#server/bookings/admin/booking-query.ts'
import type { Staff } from '#server/sessions/sessions.ts'
import { RecordingD1 } from '../../../tests/helpers/db/recording-d1.ts'
import { type State, withBindings } from '../../serve/state.ts'
import { ADMIN, BUSY_SCOOTER, OWN_RIDE, PLAN_ID, RIDER } from './database.ts'
import { ROWS_MAX_RATIO } from './limits.ts'
import { countText, mark, print, ratioText } from './table.ts'

// The rows that each call reads, as counted by D1. The number does not depend on the machine's load. The operations run
// in this process, because the costs of a served Worker are not visible from outside.

let database: D1Database
const recorder = new RecordingD1(() => database)

/** @public Replaces the variables and bindings of the Worker. */
export const env = {
  ENVIRONMENT: 'development',
  PAYMENT_PROVIDER: 'sandbox',
  SESSION_SECRET: 'for-this-machine-only-never-in-production',
  THROTTLE_TIMES: '1000000',
  /** An empty bucket. */
  UPLOADS: {
    delete: async () => undefined,
    head: async () => null,
    list: async () => ({ objects: [], truncated: false })
  },
  DB: recorder
}

/** @public The bench awaits all work itself. */
export const waitUntil = (): void => undefined

// Server code that is imported from now on uses these. The variables of the build are Vite's.
registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    return url.includes('/src/server/') ? { ...loaded, source: `import.meta.env = {}\n${loaded.source}` } : loaded
  },
  resolve: (specifier, context, next) =>
    specifier === 'cloudflare:workers' ? { shortCircuit: true, url: import.meta.url } : next(specifier, context)
})

const importOperations = async () => ({
  ...(await import('#server/bookings/admin/admin-bookings.ts')),
  ...(await import('#server/bookings/admin/ride-actions.ts')),
  ...(await import('#server/bookings/availability.ts')),
  ...(await import('#server/bookings/create-booking.ts')),
  ...(await import('#server/bookings/cancel-booking.ts')),
  ...(await import('#server/bookings/my-bookings.ts')),
  ...(await import('#server/catalogue/scooters.ts')),
  ...(await import('#server/cron/cron.ts')),
  ...(await import('#server/overview/stats.ts')),
  ...(await import('#server/payments/admin-payments.ts')),
  ...(await import('#server/problems/problems.ts')),
  ...(await import('#server/riders/admin-riders.ts')),
  ...(await import('#server/staff/today.ts'))
})

const NIGHT = 'cron: the night'

/** The operations behind the API, without HTTP. */
async function namedCalls(now: Date) {
  const operations = await importOperations()
  const admin = { id: ADMIN.id, properties: null, role: 'owner' } as const
  const { property_id } = RIDER
  const rider = { id: RIDER.id, property_id }
  const call = { clock: () => new Date(), headers: new Headers(), isSecure: false, now, responseHeaders: new Headers() }
  // Later than all existing bookings.
  const start_time = instantAt(addDays(dayOf(now), 16), '10:00')
  const window = { pricing_plan_id: PLAN_ID, scooter_id: BUSY_SCOOTER, start_time }
  const held = { id: '' }
  const blocked = { from: addMinutes(start_time, -60), scooter_id: OWN_RIDE.scooter_id, to: start_time }
  const bookings =
    (query: BookingsQuery, staff: Staff = admin) =>
    () =>
      operations.listAllBookings({ query: { page: 1, ...query } }, staff, call)
  const ofManager = (properties: readonly string[]) => {
    const manager: Staff = { id: 'bench-manager', properties, role: 'manager' }
    const name = `manager of ${properties.length}`
    return {
      [`${name}: today`]: () => operations.getToday({ query: {} }, manager, call),
      [`${name}: stats`]: () => operations.getStats({}, manager, call),
      [`${name}: revenue`]: () => operations.getRevenue({}, manager, call),
      [`${name}: bookings`]: bookings({}, manager),
      [`${name}: bookings of a property`]: bookings({ property_id }, manager),
      [`${name}: bookings by a name`]: bookings({ q: 'Meera' }, manager),
      [`${name}: riders`]: () => operations.listRiders({ query: { page: 1 } }, manager, call),
      [`${name}: riders by name`]: () => operations.listRiders({ query: { page: 1, sort: 'name' } }, manager, call),
      [`${name}: riders with a name`]: () => operations.listRiders({ query: { page: 1, q: 'Meera' } }, manager, call)
    }
  }
  const cronAt = (time: Date) => () => operations.runCronJobs(time, () => time)
  return {
    'book a window': async () => {
      const order = await operations.createHourlyBooking({ body: window }, rider, call)
      if (!(order instanceof Response)) held.id = String(order.session_id)
    },
    'cancel the hold': () => operations.cancelBooking({ body: {}, params: held }, rider, call),
    'availability of a day': () =>
      operations.getAvailability(
        { params: { id: BUSY_SCOOTER }, query: { date: addDays(dayOf(now), 1) } },
        rider,
        call
      ),
    "the property's scooters": () => operations.listPropertyScooters({ params: { property_id } }, rider, call),
    'my bookings': () => operations.listMyBookings({ query: { limit: MY_BOOKINGS_FIRST_LIMIT } }, rider, call),
    'admin: stats': () => operations.getStats({}, admin, call),
    'admin: recent bookings': bookings({ per_page: RECENT_BOOKINGS }),
    'admin: bookings': bookings({}),
    'admin: bookings, paid': bookings({ status: 'Completed' }),
    'admin: bookings, failed': bookings({ status: 'Failed' }),
    'admin: bookings of a property': bookings({ property_id }),
    'admin: bookings by a name': bookings({ q: 'Meera' }),
    'admin: scooters': () => operations.listAllScooters({ query: { page: 1, per_page: PAGE_SIZE_MAX } }, admin, call),
    'admin: riders': () => operations.listRiders({ query: { page: 1 } }, admin, call),
    'admin: today': () => operations.getToday({ query: {} }, admin, call),
    'admin: revenue': () => operations.getRevenue({}, admin, call),
    'admin: problems': () => operations.listProblems({ query: { page: 1, state: 'open' } }, admin, call),
    'admin: rides in a window': () => operations.listRidesInside({ query: blocked }, admin, call),
    'admin: block a scooter': () =>
      operations.addProblem({ body: { ...blocked, id: 'f'.repeat(32), note: 'Brakes', rides: [] } }, admin, call),
    ...ofManager([property_id]),
    ...ofManager([property_id, 'property-1']),
    // The first run also does the jobs that are due once an hour, perhaps those of the night.
    'cron: the first run': cronAt(now),
    'cron: a minute': cronAt(addMinutes(now, 1)),
    // Last, because the cron would send its message.
    'admin: targets of a ride': () => operations.listMoveTargets({ params: { id: OWN_RIDE.id } }, admin, call),
    'admin: move a ride': () =>
      operations.moveRideAsAdmin(
        {
          body: { from_scooter_id: OWN_RIDE.scooter_id, reason: 'It does not start', scooter_id: BUSY_SCOOTER },
          params: { id: OWN_RIDE.id }
        },
        admin,
        call
      ),
    // Two at night in India, tomorrow.
    [NIGHT]: cronAt(instantAt(addDays(dayOf(now), 2), '02:00'))
  }
}

/** The number of rows that each call reads, by name. */
function rowsReadIn(state: State): Promise<Record<string, number>> {
  return withBindings(state, async ({ DB }) => {
    database = DB
    const rows: Record<string, number> = {}
    for (const [name, operation] of Object.entries(await namedCalls(new Date()))) {
      recorder.startAgain()
      await operation()
      rows[name] = recorder.rowsRead
    }
    return rows
  })
}

/** Bytes, as D1 tells them after a statement. */
async function sizeOf(state: State): Promise<number> {
  const { meta } = await withBindings(state, ({ DB }) => DB.prepare('SELECT 1').run())
  return meta.size_after
}

export async function measureRows(few: State, many: State, bookings: readonly [number, number]): Promise<void> {
  const [[fewBookings, manyBookings], [fewBytes, manyBytes]] = [bookings, [await sizeOf(few), await sizeOf(many)]]
  const each = Math.round((manyBytes - fewBytes) / (manyBookings - fewBookings))
  console.log(`\nSize of the database: ${countText(manyBytes)} bytes, ${each} a booking`)
  const [fewRows, manyRows] = [await rowsReadIn(few), await rowsReadIn(many)]
  print(
    'Rows read by each call, by the number of bookings',
    ['call', ...bookings.map(countText), 'ratio', 'at most', ''],
    Object.entries(manyRows).map(([name, read]) => {
      const base = fewRows[name] ?? 0
      // At night all rides are checked.
      const isMet = name === NIGHT || read <= base * ROWS_MAX_RATIO
      return [name, countText(base), countText(read), ratioText(read, base), ROWS_MAX_RATIO.toFixed(2), mark(isMet)]
    })
  )
}
