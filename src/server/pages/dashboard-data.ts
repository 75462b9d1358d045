import {
  DECIDED_DISPUTES,
  FLEET_PAGE_SIZE,
  type ListName,
  listsOf,
  OPEN_DISPUTES,
  OPEN_PROBLEMS,
  openableScreen,
  PIN_CHANGES_PAGE_SIZE,
  PROPERTY_PARAM,
  REFUNDS_IN_REVIEW,
  screenFrom
} from '#domain/admin/screens.ts'
import { PAGE_SIZE, RECENT_BOOKINGS } from '#domain/constants.ts'
import { pick } from '#domain/kit/rows.ts'
import { bookYearOf } from '#domain/receipts.ts'
import { SCANNED_PARAM } from '#domain/routes.ts'
import { dayOf, monthBefore } from '#domain/time/india-time.ts'
import { listActivity } from '#server/activity/activity.ts'
import { listAllBookings } from '#server/bookings/admin/admin-bookings.ts'
import { listKnownPins } from '#server/catalogue/known-pins.ts'
import { listPapers } from '#server/catalogue/papers.ts'
import { listPinChanges } from '#server/catalogue/pins.ts'
import { listAllPlans, listLegacyPricing } from '#server/catalogue/pricing.ts'
import { listAllProperties } from '#server/catalogue/properties.ts'
import { listAllScooters } from '#server/catalogue/scooters.ts'
import { getSystemStatus } from '#server/monitoring/health.ts'
import { getNeeds } from '#server/overview/needs.ts'
import { getReport, getRevenue, getStats } from '#server/overview/stats.ts'
import { listCompensations } from '#server/payments/admin-payments.ts'
import { listDisputes } from '#server/payments/disputes/admin-disputes.ts'
import { listRefunds } from '#server/payments/refunds/admin-refunds.ts'
import { listProblems } from '#server/problems/problems.ts'
import { getBooks } from '#server/receipts/books.ts'
import { listLicences } from '#server/review/review.ts'
import { listRiders } from '#server/riders/admin-riders.ts'
import { getMe, listTeam } from '#server/staff/team.ts'
import { getToday } from '#server/staff/today.ts'
import { type ListResponse, loadForVisitor, type PageLoader } from './initial-data.ts'

// Initial data of the dashboard: the account, the stats, and the first requests of the screen in the address
// (stores/admin/dashboard-lists.ts). Other screens load when they open.

type AdminLoader = PageLoader<'admin'>
/** Reads a query parameter of the address. */
type Param = (name: string) => string | undefined

const FIRST_PAGE = { page: 1, per_page: PAGE_SIZE }

/** Keeps only the shown fields of a list that must be complete; null if it is too long for the page. */
function completeList<Row extends object, Field extends keyof Row>(
  { hasMore, rows }: ListResponse<readonly Row[]>,
  ...fields: readonly Field[]
): Pick<Row, Field>[] | null {
  return hasMore ? null : rows.map(row => pick(row, ...fields))
}

const LIST_LOADERS = {
  activity: ({ loadPage }: AdminLoader) => loadPage(listActivity, { query: FIRST_PAGE }),
  bookings: async ({ loadPage }: AdminLoader) => {
    const { hasMore, rows } = await loadPage(listAllBookings, { query: FIRST_PAGE })
    // The screen shows names only, and ids hardly compress.
    return { hasMore, rows: rows.map(row => ({ ...row, property_id: null, scooter_id: null, user_id: null })) }
  },
  books: async ({ load, now }: AdminLoader) => ({
    hasMore: false,
    rows: [await load(getBooks, { query: { year: bookYearOf(dayOf(now)) } })]
  }),
  compensations: ({ loadPage }: AdminLoader) => loadPage(listCompensations, { query: FIRST_PAGE }),
  licences: ({ loadPage }: AdminLoader) => loadPage(listLicences, { query: {} }),
  decidedDisputes: ({ loadPage }: AdminLoader) =>
    loadPage(listDisputes, { query: { ...FIRST_PAGE, ...DECIDED_DISPUTES } }),
  fleet: async ({ loadPage }: AdminLoader) => {
    const query = { page: 1, per_page: FLEET_PAGE_SIZE }
    // Only counted, so send no other fields and no PINs.
    return completeList(
      await loadPage(listAllScooters, { query }),
      'blocked_until',
      'booked_until',
      'is_late',
      'property_deleted',
      'status'
    )
  },
  knownPins: ({ loadPage }: AdminLoader) => loadPage(listKnownPins, { query: FIRST_PAGE }),
  recentBookings: async ({ load }: AdminLoader) => {
    const rows = await load(listAllBookings, { query: { page: 1, per_page: RECENT_BOOKINGS } })
    return rows.map(row =>
      pick(row, 'end_time', 'id', 'payment_status', 'property_name', 'scooter_name', 'start_time', 'user_name')
    )
  },
  openDisputes: ({ loadPage }: AdminLoader) => loadPage(listDisputes, { query: { ...FIRST_PAGE, ...OPEN_DISPUTES } }),
  legacyRates: async ({ loadPage }: AdminLoader) =>
    completeList(await loadPage(listLegacyPricing, { query: FIRST_PAGE }), 'property_id'),
  propertyOptions: async ({ loadPage }: AdminLoader) =>
    completeList(
      await loadPage(listAllProperties, { query: FIRST_PAGE }),
      'confirms_returns',
      'id',
      'location',
      'name'
    ),
  needs: async ({ load }: AdminLoader) => ({ hasMore: false, rows: [await load(getNeeds, {})] }),
  papers: ({ loadPage }: AdminLoader) => loadPage(listPapers, { query: FIRST_PAGE }),
  pinChanges: ({ loadPage }: AdminLoader) =>
    loadPage(listPinChanges, { query: { page: 1, per_page: PIN_CHANGES_PAGE_SIZE } }),
  plans: ({ loadPage }: AdminLoader) => loadPage(listAllPlans, { query: FIRST_PAGE }),
  pricing: ({ loadPage }: AdminLoader) => loadPage(listLegacyPricing, { query: FIRST_PAGE }),
  problems: ({ loadPage }: AdminLoader) => loadPage(listProblems, { query: { ...FIRST_PAGE, ...OPEN_PROBLEMS } }),
  properties: ({ loadPage }: AdminLoader) => loadPage(listAllProperties, { query: FIRST_PAGE }),
  refunds: ({ loadPage }: AdminLoader) => loadPage(listRefunds, { query: FIRST_PAGE }),
  refundReviews: ({ loadPage }: AdminLoader) =>
    loadPage(listRefunds, { query: { ...FIRST_PAGE, ...REFUNDS_IN_REVIEW } }),
  report: async ({ load, now }: AdminLoader) => {
    const month = dayOf(now).slice(0, 7)
    const [report, before] = await Promise.all(
      [month, monthBefore(month)].map(each => load(getReport, { query: { month: each } }))
    )
    return { hasMore: false, rows: [{ before: before?.totals, month, report }] }
  },
  revenue: ({ loadPage }: AdminLoader) => loadPage(getRevenue, {}),
  systemStatus: async ({ load }: AdminLoader) => ({ hasMore: false, rows: [await load(getSystemStatus, {})] }),
  team: ({ loadPage }: AdminLoader) => loadPage(listTeam, {}),
  today: async ({ load }: AdminLoader, param: Param) => {
    const property = param(PROPERTY_PARAM)
    const query = property === undefined ? { all: 'true' as const } : { property_id: property }
    return { hasMore: false, rows: [await load(getToday, { query })] }
  },
  scooters: ({ loadPage }: AdminLoader, param: Param) =>
    loadPage(listAllScooters, { query: { ...FIRST_PAGE, id: param(SCANNED_PARAM) } }),
  stickers: async ({ load }: AdminLoader) => {
    const rows = await load(listAllScooters, { query: {} })
    return { hasMore: null, rows: rows.map(row => pick(row, 'id', 'name', 'property_id', 'property_name')) }
  },
  riders: ({ loadPage }: AdminLoader) => loadPage(listRiders, { query: FIRST_PAGE })
} satisfies Record<ListName, (loader: AdminLoader, param: Param) => Promise<unknown>>

async function loadLists(names: readonly ListName[], loader: AdminLoader, param: Param) {
  const entries = names.map(async name => [name, await LIST_LOADERS[name](loader, param)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

export const initialDashboardData = (request: Request) =>
  loadForVisitor('admin', request, async loader => {
    const { searchParams } = new URL(request.url)
    const access = { isEmbedded: true, role: loader.visitor.role }
    const screen = openableScreen(
      screenFrom(name => searchParams.get(name)),
      access
    )
    const [me, stats, lists] = await Promise.all([
      loader.load(getMe, {}),
      loader.load(getStats, {}),
      loadLists(listsOf(screen, access), loader, name => searchParams.get(name) ?? undefined)
    ])
    return { lists, me, screen, stats }
  })
