import { MY_BOOKINGS_FIRST_LIMIT, PAGE_SIZE_MAX, RECENT_BOOKINGS } from '#domain/constants.ts'
import { dayOf } from '#domain/time/india-time.ts'
import type { BookingsQuery } from '#server/bookings/admin/booking-order.ts'
import { type State, withBindings } from '../../../serve/state.ts'
import { BOOK, CANCEL } from './calls.ts'
import './counted-bindings.ts'
import { openDatabase, rowsOf } from './counted-d1.ts'
import { ADMIN, RIDER, scooterAt } from './portal-fixtures.ts'
import { BUSY_SCOOTER, freeWindow } from './rides.ts'

// The rows that each call reads, as counted by D1. The number does not depend on the machine's load.

const { property_id } = scooterAt(0)

/** Imported on demand, after their bindings are set. */
async function importOperations() {
  const [{ listAllBookings }, { getAvailability }, { createHourlyBooking }, { cancelBooking }, { listMyBookings }] =
    await Promise.all([
      import('#server/bookings/admin/admin-bookings.ts'),
      import('#server/bookings/availability.ts'),
      import('#server/bookings/create-booking.ts'),
      import('#server/bookings/cancel-booking.ts'),
      import('#server/bookings/my-bookings.ts')
    ])
  const [{ listAllScooters, listPropertyScooters }, { getStats }, { listRiders }] = await Promise.all([
    import('#server/catalogue/scooters.ts'),
    import('#server/overview/stats.ts'),
    import('#server/riders/admin-riders.ts')
  ])
  return {
    cancelBooking,
    createHourlyBooking,
    getAvailability,
    getStats,
    listAllBookings,
    listAllScooters,
    listMyBookings,
    listPropertyScooters,
    listRiders
  }
}

/** The operations behind the API, without HTTP. */
async function namedCalls(now: Date) {
  const operations = await importOperations()
  const admin = { id: ADMIN.id }
  const rider = { id: RIDER.id, property_id }
  const call = { headers: new Headers(), isSecure: false, now, responseHeaders: new Headers() }
  const window = freeWindow(now)
  const held = { id: '' }
  const bookings = (query: BookingsQuery) => () =>
    operations.listAllBookings({ query: { page: 1, ...query } }, admin, call)
  return {
    [BOOK]: async () => {
      const order = await operations.createHourlyBooking({ body: window }, rider, call)
      if (!(order instanceof Response)) held.id = String(order.session_id)
    },
    [CANCEL]: () => operations.cancelBooking({ body: {}, params: held }, rider, call),
    'availability of a day': () =>
      operations.getAvailability({ params: { id: BUSY_SCOOTER }, query: { date: dayOf(now) } }, rider, call),
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
    'admin: riders': () => operations.listRiders({ query: { page: 1 } }, admin, call)
  }
}

/** The number of rows that each call reads, by name. */
export function costsOf(state: State): Promise<Record<string, number>> {
  return withBindings(state, async ({ DB }) => {
    openDatabase(DB)
    const costs: Record<string, number> = {}
    for (const [name, operation] of Object.entries(await namedCalls(new Date()))) {
      costs[name] = (await rowsOf(operation)).read
    }
    return costs
  })
}
