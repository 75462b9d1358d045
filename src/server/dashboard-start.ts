import { listAllBookings } from '#contract/all-bookings.ts'
import { listAudits } from '#contract/audits.ts'
import { listDisputes } from '#contract/disputes.ts'
import { listLegacyPricing } from '#contract/pricing.ts'
import { listAllPlans } from '#contract/pricing-plans.ts'
import { listAllProperties } from '#contract/properties.ts'
import { listRefunds } from '#contract/refunds.ts'
import { listAllScooters } from '#contract/scooters.ts'
import { getStats } from '#contract/stats.ts'
import { listUsers } from '#contract/users.ts'
import { PAGE_MAX_ROWS, PAGE_ROWS, RECENT_BOOKINGS } from '#domain/constants.ts'
import { LISTS_OF, type ListName, type Screen, screenFrom } from '#domain/tabs.ts'
import { allBookings } from './all-bookings.ts'
import { allAudits } from './audits.ts'
import { allDisputes } from './dispute-calls.ts'
import { type Asking, drawnFor, type Page } from './first-html.ts'
import { allLegacyPricing } from './pricing.ts'
import { allPlans } from './pricing-plans.ts'
import { allProperties } from './properties.ts'
import { allRefunds } from './refund-calls.ts'
import { allScooters } from './scooters.ts'
import { currentStats } from './stats.ts'
import { allUsers } from './users.ts'

// What the dashboard begins with: the stats, and what its store would ask for first of the screen that the address opens
// (stores/admin/lists.ts). Other screens ask when they are opened.

type Admin = Asking<'admin'>

const FIRST = { page: 1, per_page: PAGE_ROWS }

/** Of what is needed whole, only the fields that are shown; null where it is too long for the page. */
function wholeOf<Row, Kept>({ has_more, rows }: Page<readonly Row[]>, keep: (row: Row) => Kept): Kept[] | null {
  return has_more ? null : rows.map(keep)
}

const LISTS = {
  activity: ({ askPage }: Admin) => askPage(listAudits, allAudits, { query: FIRST }),
  bookings: ({ askPage }: Admin) => askPage(listAllBookings, allBookings, { query: FIRST }),
  decidedDisputes: ({ askPage }: Admin) =>
    askPage(listDisputes, allDisputes, { query: { ...FIRST, is_decided: 'true', sort: '-told_at' } }),
  fleet: async ({ askPage }: Admin) => {
    const query = { page: 1, per_page: PAGE_MAX_ROWS }
    // They are only counted: least of all does every PIN travel.
    return wholeOf(
      await askPage(listAllScooters, allScooters, { query }),
      ({ booked_until, property_deleted, status }) => ({ booked_until, property_deleted, status })
    )
  },
  latest: ({ ask }: Admin) => ask(listAllBookings, allBookings, { query: { page: 1, per_page: RECENT_BOOKINGS } }),
  openDisputes: ({ askPage }: Admin) =>
    askPage(listDisputes, allDisputes, { query: { ...FIRST, is_decided: 'false', sort: 'respond_by' } }),
  ownRates: async ({ askPage }: Admin) =>
    wholeOf(await askPage(listLegacyPricing, allLegacyPricing, { query: FIRST }), ({ property_id }) => ({
      property_id
    })),
  places: async ({ askPage }: Admin) =>
    wholeOf(await askPage(listAllProperties, allProperties, { query: FIRST }), ({ id, location, name }) => ({
      id,
      location,
      name
    })),
  plans: ({ askPage }: Admin) => askPage(listAllPlans, allPlans, { query: FIRST }),
  pricing: ({ askPage }: Admin) => askPage(listLegacyPricing, allLegacyPricing, { query: FIRST }),
  properties: ({ askPage }: Admin) => askPage(listAllProperties, allProperties, { query: FIRST }),
  refunds: ({ askPage }: Admin) => askPage(listRefunds, allRefunds, { query: FIRST }),
  reviews: ({ askPage }: Admin) => askPage(listRefunds, allRefunds, { query: { ...FIRST, status: 'review' } }),
  scooters: ({ askPage }: Admin) => askPage(listAllScooters, allScooters, { query: FIRST }),
  users: ({ askPage }: Admin) => askPage(listUsers, allUsers, { query: FIRST })
} satisfies Record<ListName, (asking: Admin) => Promise<unknown>>

type Lists = { [Name in ListName]?: Awaited<ReturnType<(typeof LISTS)[Name]>> }

async function listsOf(screen: Screen, asking: Admin): Promise<Lists> {
  const asked = LISTS_OF[screen].map(async (name: ListName) => [name, await LISTS[name](asking)])
  return Object.fromEntries(await Promise.all(asked)) as Lists
}

export const dashboardStart = (request: Request) =>
  drawnFor('admin', request, async asking => {
    const screen = screenFrom(new URL(request.url).searchParams)
    const [stats, lists] = await Promise.all([asking.ask(getStats, currentStats, {}), listsOf(screen, asking)])
    return { lists, screen, stats }
  })
