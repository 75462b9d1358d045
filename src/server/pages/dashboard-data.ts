import { listAudits } from '#contract/admin/audits.ts'
import { getStats } from '#contract/admin/stats.ts'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { listLegacyPricing } from '#contract/catalogue/pricing.admin.ts'
import { listAllPlans } from '#contract/catalogue/pricing-plans.admin.ts'
import { listAllProperties } from '#contract/catalogue/properties.admin.ts'
import { listAllScooters } from '#contract/catalogue/scooters.admin.ts'
import { listDisputes } from '#contract/payments/disputes.ts'
import { listRefunds } from '#contract/payments/refunds.ts'
import { listUsers } from '#contract/riders/users.ts'
import { PAGE_MAX_ROWS, PAGE_ROWS, RECENT_BOOKINGS } from '#domain/constants.ts'
import { LISTS_OF, type ListName, type Screen, screenFrom } from '#domain/tabs.ts'
import { allAudits } from '#server/admin/audit-log.ts'
import { currentStats } from '#server/admin/stats.ts'
import { allBookings } from '#server/bookings/admin-list.ts'
import { allLegacyPricing } from '#server/catalogue/pricing.ts'
import { allPlans } from '#server/catalogue/pricing-plans.ts'
import { allProperties } from '#server/catalogue/properties.ts'
import { allScooters } from '#server/catalogue/scooters.ts'
import { allDisputes } from '#server/disputes/admin-list.ts'
import { allRefunds } from '#server/payments/admin-refunds.ts'
import { allUsers } from '#server/riders/users.ts'
import { type Asking, drawnFor, type Page } from './render.ts'

// What the dashboard begins with: the stats, and what its store would ask for first of the screen that the address opens
// (stores/admin/dashboard-lists.ts). Other screens ask when they are opened.

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
