import { atom, type ReadableAtom } from 'nanostores'
import { call, callPage } from '#client/http/api.ts'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'
import { getStats, type Stats } from '#contract/admin/stats.ts'
import { type BookingForAdmin, listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { type LegacyPricing, listLegacyPricing } from '#contract/catalogue/pricing.admin.ts'
import { listAllPlans } from '#contract/catalogue/pricing-plans.admin.ts'
import { listAllProperties, type Property } from '#contract/catalogue/properties.admin.ts'
import { listAllScooters, type ScooterForAdmin } from '#contract/catalogue/scooters.admin.ts'
import { listUsers } from '#contract/riders/users.ts'
import { PAGE_MAX_ROWS, RECENT_BOOKINGS } from '#domain/constants.ts'
import { LISTS_OF, type ListName, type Screen } from '#domain/tabs.ts'
import { dayOf, instantFrom } from '#domain/time.ts'
import { questions } from '#stores/kit/latest-only.ts'
import { computed, type Entries, holds } from '#stores/kit/ssr-values.ts'
import { activity } from './activity.ts'
import { decidedDisputes, openDisputes } from './bookings/dispute-lists.ts'
import { refunds, reviews } from './bookings/refund-lists.ts'
import { createListing, type Listing, sayingFailure } from './kit/create-list.ts'

// What the dashboard shows, and what is asked for again after a change. Our own backend is asked for the stats and for
// what the open tab needs; another answers every list whole, so all seven come together, as the spec has it.

const startDay = ({ start_time }: BookingForAdmin) => dayOf(instantFrom(start_time))

export const properties = createListing({ ask: query => callPage(listAllProperties, query) })
export const scooters = createListing({ ask: query => callPage(listAllScooters, query) })
export const pricing = createListing({ ask: query => callPage(listLegacyPricing, query) })
export const plans = createListing({
  ask: query => callPage(listAllPlans, query),
  keeps: { is_active: ({ is_active }, wanted) => String(is_active) === wanted }
})
export const users = createListing({ ask: query => callPage(listUsers, query) })
export const bookings = createListing({
  ask: query => callPage(listAllBookings, query),
  keeps: {
    from: (booking, day) => startDay(booking) >= day,
    status: ({ payment_status }, wanted) => payment_status === wanted,
    to: (booking, day) => startDay(booking) <= day
  }
})

const LISTS = { bookings, plans, pricing, properties, scooters, users } as const
export type Noun = keyof typeof LISTS
const NOUNS = Object.keys(LISTS) as Noun[]

/** The lists that show something of a noun. */
const SHOWN_IN: Record<Noun, readonly Noun[]> = {
  bookings: ['bookings', 'scooters'],
  plans: ['plans'],
  pricing: ['pricing'],
  properties: NOUNS,
  scooters: ['scooters', 'bookings'],
  users: ['users']
}

export const $stats = atom<Stats | 'failed' | 'loading'>('loading')

/** What the overview counts of a scooter. */
export type FleetRow = Pick<ScooterForAdmin, 'booked_until' | 'property_deleted' | 'status'>
/** What a select says of a property. */
type Place = Pick<Property, 'id' | 'location' | 'name'>
type OwnRates = Pick<LegacyPricing, 'property_id'>

interface Part<Row> {
  /** Nothing is there, and nothing is on its way. */
  $failed: ReadableAtom<boolean>
  $rows: ReadableAtom<readonly Row[] | null>
  /** Whether the list has come as a page, which leaves this out. */
  isLeftOut: () => boolean
  /** The entry of its own answer. */
  holding: (first: readonly Row[] | null) => Entries[number]
  isHere: () => boolean
  load: () => Promise<void>
}

/** What is asked for beside a list's page; where the list is here whole, it is a part of that. */
function part<Row extends Kept, Kept = Row>(
  listing: Listing<Row>,
  ask: () => Promise<readonly Row[] | null>,
  rows = Number.POSITIVE_INFINITY
): Part<Kept> {
  const $asked = atom<readonly Kept[] | null>(null)
  const $lost = atom(false)
  const asking = questions()
  const $rows = computed(
    [$asked, listing.$whole],
    (asked, whole): readonly Kept[] | null => whole?.slice(0, rows) ?? asked
  )
  return {
    $failed: computed(
      [$rows, $lost, listing.$drawn],
      (known, lost, drawn) => known === null && (lost || drawn === 'failed')
    ),
    $rows,
    holding: first => holds($asked, first),
    isHere: () => $rows.get() !== null,
    isLeftOut: () => typeof listing.$drawn.get() === 'object' && listing.$whole.get() === null,
    load: async () => {
      $lost.set(false)
      const isLatest = asking()
      const answer = await ask().catch((error: unknown) => {
        if (isLatest()) $lost.set(true)
        throw error
      })
      if (isLatest()) $asked.set(answer)
    }
  }
}

const latest = part(
  bookings,
  () => call(listAllBookings, { query: { page: '1', per_page: String(RECENT_BOOKINGS) } }),
  RECENT_BOOKINGS
)
/** Null as well where there are more than can be counted from one answer. */
const fleet = part<ScooterForAdmin, FleetRow>(scooters, async () => {
  const { has_more, rows } = await callPage(listAllScooters, { page: '1', per_page: String(PAGE_MAX_ROWS) })
  return has_more ? null : rows
})
const places = part<Property, Place>(properties, () => call(listAllProperties, { query: {} }))
const ownRates = part<LegacyPricing, OwnRates>(pricing, () => call(listLegacyPricing, { query: {} }))

const PARTS = [latest, fleet, places, ownRates]

export const $recent = latest.$rows
export const $recentFailed = latest.$failed
export const $fleet = fleet.$rows
/** Every property, for the selects. */
export const $places = places.$rows
/** What a property may still get rates of its own for: those that have none; null while that is not known. */
export const $unpriced = computed([places.$rows, ownRates.$rows], (all, own) =>
  own && all ? all.filter(({ id }) => !own.some(({ property_id }) => property_id === id)) : null
)

const BY_NAME = {
  activity,
  bookings,
  decidedDisputes,
  fleet,
  latest,
  openDisputes,
  ownRates,
  places,
  plans,
  pricing,
  properties,
  refunds,
  reviews,
  scooters,
  users
} as const satisfies Record<ListName, { isHere: () => boolean; load: () => Promise<void> }>

/** What a screen needs beyond the stats. */
const needsOf = (screen: Screen) => LISTS_OF[screen].map(name => BY_NAME[name])

/** What the page came with of the lists that its screen needs. */
export type FirstLists = { [Name in ListName]?: Parameters<(typeof BY_NAME)[Name]['holding']>[0] }

function entryOf([name, first]: [string, unknown]): Entries[number] {
  const holding = BY_NAME[name as ListName].holding as (first: unknown) => Entries[number]
  return holding(first)
}

export function listEntries(stats: Stats, lists: FirstLists): Entries {
  return [holds($stats, stats), ...Object.entries(lists).map(entryOf)]
}

const statsAsked = questions()

async function loadStats(): Promise<void> {
  const isLatest = statsAsked()
  const answer = await call(getStats).catch((error: unknown) => {
    if (isLatest() && $stats.get() === 'loading') $stats.set('failed')
    throw error
  })
  if (isLatest()) $stats.set(answer)
}

export async function loadStart(screen: Screen): Promise<void> {
  const lists = IS_EXTERNAL_BACKEND ? Object.values(LISTS) : needsOf(screen)
  await sayingFailure([loadStats(), ...lists.map(({ load }) => load())])
  // Another backend may know pages too.
  const left_out = IS_EXTERNAL_BACKEND ? PARTS.filter(({ isLeftOut }) => isLeftOut()) : []
  await sayingFailure(left_out.map(({ load }) => load()))
}

/** What a screen needs when it is opened; what is there already is looked at again behind what is on screen. */
export function loadTab(screen: Screen): Promise<void> {
  return IS_EXTERNAL_BACKEND ? Promise.resolve() : sayingFailure(needsOf(screen).map(({ load }) => load()))
}

/** What a screen needs and the page did not come with. */
export function loadMissing(screen: Screen): Promise<void> {
  const missing = needsOf(screen).filter(({ isHere }) => !isHere())
  return sayingFailure(missing.map(({ load }) => load()))
}

/** After a change: the stats, and whatever is on a screen already and can have changed with it. */
export function reloadAfter(changed: Noun): Promise<void> {
  if (IS_EXTERNAL_BACKEND) return loadStart('overview')
  const shown = SHOWN_IN[changed].map(noun => LISTS[noun]).filter(({ isAskedFor }) => isAskedFor())
  const parts = [
    latest,
    fleet,
    ...(changed === 'bookings' ? [reviews, refunds, openDisputes].filter(({ isAskedFor }) => isAskedFor()) : []),
    ...(changed === 'properties' ? [places] : []),
    ...(changed === 'pricing' ? [ownRates] : [])
  ]
  return sayingFailure([loadStats(), ...[...shown, ...parts].map(({ load }) => load())])
}

/** After money was sent back or settled in another way: nothing else shows that. */
export function reloadRefunds(): Promise<void> {
  return sayingFailure([reviews, refunds, openDisputes].map(({ load }) => load()))
}
