import * as v from 'valibot'
import { toBusyWindow } from '#contract/bookings/create-booking.ts'
import type { ClosedProperty } from '#contract/catalogue/catalogue.ts'
import type { ClientOutput, Endpoint, ServerInput } from '#contract/kit/endpoint.ts'
import { HAS_MORE_HEADER } from '#contract/kit/list-query.ts'
import { defaultStart } from '#domain/bookings/availability.ts'
import { firstBookableDay, lastBookableDay } from '#domain/bookings/start-times.ts'
import { plansOn, shortestHours, startingPrices } from '#domain/catalogue/pricing.ts'
import { DATE_STRIP_DAYS, MY_BOOKINGS_FIRST_LIMIT } from '#domain/constants.ts'
import { addDays, clockOf, type Day, dayOf, parseInstant, weekdayOf } from '#domain/time/india-time.ts'
import { hoursBetween } from '#domain/time/time-texts.ts'
import { availabilityOperation } from '#server/bookings/availability.ts'
import { type AtAGlance, atAGlance, listMyBookings, rideOnHome } from '#server/bookings/my-bookings.ts'
import { getPropertyPricing, listPropertyPlans } from '#server/catalogue/pricing.ts'
import { listProperties } from '#server/catalogue/properties.ts'
import { listPropertyScooters } from '#server/catalogue/scooters.ts'
import type { CallContext, Operation } from '#server/http/operation.ts'
import { getProfile } from '#server/riders/profile.ts'
import { hasExternalBackend, misconfiguredVariable } from '#server/runtime/env.ts'
import { logException } from '#server/runtime/log.ts'
import { isUnavailable, Refusal } from '#server/runtime/refusal.ts'
import { type Actor, type Rider, visitorFor } from '#server/sessions/sessions.ts'

// Loads a page's initial data for its visitor, through the API's own operations and contract. On a phone the data
// arrives about 1.5 s earlier than by a script's request.

type VisitorAccess = 'admin' | 'rider'
export type ListResponse<Rows> = { hasMore: boolean; rows: Rows }

/** Runs API operations for this visitor; `loadPage` returns one page of a list. */
export interface PageLoader<A extends VisitorAccess> {
  load: <E extends Endpoint & { access: A | 'public' }>(
    operation: Operation<E>,
    input: ServerInput<E>
  ) => Promise<ClientOutput<E>>
  loadPage: <E extends Endpoint & { access: A }>(
    operation: Operation<E>,
    input: ServerInput<E>
  ) => Promise<ListResponse<ClientOutput<E>>>
  now: Date
  visitor: Actor<A>
}

interface RenderedPage<Data> {
  /** For the page's `session` (layouts/base.astro). */
  session: string
  initialData: Data & {
    /** When the data was read, ISO. */
    now: string
  }
}

/**
 * Returns a page's initial data and its session. Null without a valid session cookie, with an external backend, or on
 * failure; the page is then rendered empty and calls the API itself.
 */
export async function loadForVisitor<A extends VisitorAccess, InitialData extends object>(
  access: A,
  request: Request,
  loadInitialData: (loader: PageLoader<A>) => Promise<InitialData | null>
): Promise<RenderedPage<InitialData> | null> {
  if (hasExternalBackend() || misconfiguredVariable() !== null) return null
  const now = new Date()
  try {
    const visitor = await visitorFor(access, request.headers)
    const initialData = visitor && (await loadInitialData(pageLoader(visitor.account, request, now)))
    return initialData && { session: visitor.session, initialData: { ...initialData, now: now.toISOString() } }
  } catch (error) {
    // The page calls the API itself and gets the same refusal there, so it is not logged.
    if (!(error instanceof Refusal) && !isUnavailable(error)) logException(error)
    return null
  }
}

function pageLoader<A extends VisitorAccess>(visitor: Actor<A>, { headers, url }: Request, now: Date): PageLoader<A> {
  const isSecure = new URL(url).protocol === 'https:'
  async function loadPage<E extends Endpoint>(operation: Operation<E>, input: ServerInput<E>) {
    const { endpoint } = operation
    const actor = (endpoint.access === 'public' ? null : visitor) as Actor<E['access']>
    const call: CallContext = { clock: () => now, headers, isSecure, now, responseHeaders: new Headers() }
    const rows = v.parse(endpoint.output, await operation(input, actor, call)) as ClientOutput<E>
    return { hasMore: call.responseHeaders.get(HAS_MORE_HEADER) === 'true', rows }
  }
  return { load: async (...args) => (await loadPage(...args)).rows, loadPage, now, visitor }
}

// Initial data of each page: the first requests of its store (stores/<screen>.ts). All queries run concurrently.

/** Also reads what the frame of a rider page needs. */
async function loadForRider<InitialData extends object>(
  request: Request,
  loadInitialData: (loader: PageLoader<'rider'>, glance: Promise<AtAGlance>) => Promise<InitialData | null>
) {
  const rendered = await loadForVisitor('rider', request, async loader => {
    const reading = atAGlance(loader.visitor.id, loader.now)
    const [data, glance] = await Promise.all([loadInitialData(loader, reading), reading])
    return data && { data, glance }
  })
  if (rendered === null) return null
  const { data, glance, now } = rendered.initialData
  return { glance, initialData: { ...data, now }, session: rendered.session }
}

/** Null for a rider without a property, so nothing is queried. */
function propertyParams({ property_id }: Rider): { property_id: string } | null {
  return property_id ? { property_id } : null
}

/** Shown on the home page of a rider whose property was deleted. */
function toClosedProperty(closed: ClosedProperty | null) {
  return closed && { ...closed, isClosed: true as const }
}

export async function initialHomeData(request: Request) {
  const rendered = await loadForRider(request, async ({ load, now, visitor }) => {
    const params = propertyParams(visitor)
    if (!params) return { prices: null, property: null, scooters: 'no_property' as const }
    const [properties, scooters, rates, plans] = await Promise.all([
      load(listProperties, {}),
      load(listPropertyScooters, { params }),
      load(getPropertyPricing, { params }),
      load(listPropertyPlans, { params, query: {} })
    ])
    const listed = properties.find(({ id }) => id === params.property_id)
    // A deleted property is in no list; the profile holds what is left of it.
    const property = listed ?? toClosedProperty((await load(getProfile, {})).closed_property)
    return { prices: startingPrices(plans.pricing_plans, rates, now, scooters[0]), property, scooters }
  })
  const ride = rendered?.glance.ride
  return rendered && { ...rendered, ride: ride && rideOnHome(ride, new Date(rendered.initialData.now)) }
}

/** Without the glance, because the page shows what it would say. */
export const initialMyBookingsData = (request: Request) =>
  loadForVisitor('rider', request, async ({ loadPage }) => {
    const { hasMore, rows } = await loadPage(listMyBookings, {
      query: { limit: MY_BOOKINGS_FIRST_LIMIT }
    })
    return { bookings: rows.map(withoutNulls), hasMore }
  })

/** Leaves out fields that are null, because a page has many bookings. The contract reads a missing field as null. */
function withoutNulls<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row
}

export const initialProfileData = (request: Request) =>
  loadForRider(request, async ({ load }) => {
    const [profile, properties] = await Promise.all([load(getProfile, {}), load(listProperties, {})])
    return { profile, properties }
  })

/** What the rider's live hold of this scooter has chosen, if the page shows its day. */
function heldChoice({ hold }: AtAGlance, scooterId: string, days: readonly Day[]) {
  if (hold?.scooter?.id !== scooterId || !hold.expires_at) return null
  const start = parseInstant(hold.start_time)
  const day = dayOf(start)
  if (!days.includes(day)) return null
  const held = {
    expires_at: hold.expires_at,
    hours: hoursBetween(start, parseInstant(hold.end_time)),
    id: String(hold.id),
    plan_name: hold.plan_name ?? null
  }
  return { day, held, slot: clockOf(start) }
}

/**
 * Returns null for a scooter the rider cannot book. The page then loads the data itself and redirects with a message.
 */
export const initialBookingData = (request: Request, id: string) =>
  loadForRider(request, async ({ load, now, visitor }, glance) => {
    const params = propertyParams(visitor)
    if (!params) return null
    // Not every property's rides start at once; the first day of others is not before this one.
    const knownFrom = firstBookableDay(now, { lead_minutes: 0 })
    const [profile, scooters, rates, { pricing_plans }, { busy }] = await Promise.all([
      load(getProfile, {}),
      load(listPropertyScooters, { params }),
      load(getPropertyPricing, { params }),
      load(listPropertyPlans, { params, query: {} }),
      load(availabilityOperation(DATE_STRIP_DAYS), { params: { id }, query: { date: knownFrom } })
    ])
    const scooter = scooters.find(scooter => scooter.id === id)
    if (!scooter) return null
    const firstDay = firstBookableDay(now, scooter)
    const lastDay = lastBookableDay(now, scooter.max_days_ahead)
    const days = Array.from({ length: DATE_STRIP_DAYS }, (_, index) => addDays(knownFrom, index)).filter(
      each => each >= firstDay && each <= lastDay
    )
    // The property is closed until then.
    if (days.length === 0) return null
    const hold = heldChoice(await glance, id, days)
    const { day, slot } =
      hold ??
      defaultStart(days, {
        busy: busy.map(toBusyWindow),
        hoursOn: each => shortestHours(weekdayOf(each), pricing_plans),
        now,
        opening: scooter
      })
    // The page shows this date, and rides of it may end on the next.
    const isShown = (instant: string) => [day, addDays(day, 1)].includes(dayOf(parseInstant(instant)))
    return {
      busy: busy.filter(({ end_time, start_time }) => isShown(start_time) || isShown(end_time)),
      day,
      hold: hold?.held,
      plans: plansOn(weekdayOf(day), pricing_plans),
      profile,
      rates,
      scooter,
      slot
    }
  })
