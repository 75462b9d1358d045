import * as accounts from './accounts.ts'
import * as bookings from './bookings.ts'
import * as catalogue from './catalogue.ts'
import { type Fields, idIn, Refusal } from './fields.ts'
import type { Account, Records } from './records.ts'

// Only the calls of the specification. Every other path returns 'Not Found', and lists ignore our own parameters.

interface CallContext {
  /** Throws if the request has no admin token. */
  admin: () => void
  body: Fields
  params: Fields
  /** The origin of the card provider. */
  provider: string
  query: URLSearchParams
  records: Records
  /** Returns the account of the request's token; throws if there is none. */
  rider: () => Account
}

type Call = (context: CallContext) => unknown

const property = ({ params, rider }: CallContext) => {
  rider()
  return idIn(params, 'property_id', 'path')
}

/** A call of the portal. It checks the token before it reads the id from the path. */
const admins =
  (call: (records: Records, context: { body: Fields; id: number }) => unknown, name?: 'id' | 'property_id'): Call =>
  ({ admin, body, params, records }) => {
    admin()
    return call(records, { body, id: name === undefined ? 0 : idIn(params, name, 'path') })
  }

export const CALLS: Record<string, Call> = {
  'GET /properties': ({ records }) => records.properties,
  'POST /auth/signup': ({ body, records }) => accounts.signUp(records, body),
  'POST /auth/signin': ({ body, records }) => accounts.signIn(records, body),
  'POST /admin/auth/signin': ({ body, records }) => accounts.signInAdmin(records, body),
  'GET /profile': ({ rider }) => accounts.profileOf(rider()),
  'PUT /profile': ({ body, records, rider }) => accounts.changeProfile(records, rider(), body),
  'GET /properties/{property_id}/scooters': context => catalogue.scootersAt(context.records, property(context)),
  'GET /properties/{property_id}/pricing': context => catalogue.ratesAt(context.records, property(context)),
  'GET /properties/{property_id}/pricing-plans': context =>
    catalogue.plansAt(context.records, property(context), context.query.get('booking_date')),
  'POST /bookings/hourly': ({ body, provider, records, rider }) =>
    bookings.bookHourly(records, rider(), body, provider),
  'POST /bookings/payment-success': ({ body, records, rider }) => bookings.paymentSucceeded(records, rider(), body),
  'POST /bookings/payment-failed': ({ body, records, rider }) => bookings.paymentFailed(records, rider(), body),
  'GET /my-bookings': ({ records, rider }) => bookings.bookingsOf(records, rider()),
  'GET /admin/stats': admins(accounts.stats),
  'GET /admin/properties': admins(({ properties }) => properties),
  'POST /admin/properties': admins(catalogue.addProperty),
  'PUT /admin/properties/{id}': admins(catalogue.changeProperty, 'id'),
  'DELETE /admin/properties/{id}': admins(catalogue.removeProperty, 'id'),
  'GET /admin/scooters': admins(catalogue.allScooters),
  'POST /admin/scooters': admins(catalogue.addScooter),
  'PUT /admin/scooters/{id}': admins(catalogue.changeScooter, 'id'),
  'DELETE /admin/scooters/{id}': admins(catalogue.removeScooter, 'id'),
  'POST /admin/scooters/migrate-pins': admins(catalogue.migratePins),
  'GET /admin/pricing': admins(catalogue.allRates),
  'POST /admin/pricing': admins(catalogue.addRates),
  'PUT /admin/pricing/{property_id}': admins(catalogue.changeRates, 'property_id'),
  'DELETE /admin/pricing/{property_id}': admins(catalogue.removeRates, 'property_id'),
  'GET /admin/pricing-plans': admins(catalogue.allPlans),
  'POST /admin/pricing-plans': admins(catalogue.addPlan),
  'PUT /admin/pricing-plans/{id}': admins(catalogue.changePlan, 'id'),
  'DELETE /admin/pricing-plans/{id}': admins(catalogue.removePlan, 'id'),
  'GET /admin/users': admins(accounts.allRiders),
  'PUT /admin/users/{id}/profile-image': admins(accounts.changeProfileImage, 'id'),
  'GET /admin/bookings': admins(bookings.allBookings)
}

interface Found {
  call: Call
  params: Fields
}

const ROUTES = Object.entries(CALLS).map(([name, call]) => {
  const [method = '', path = ''] = name.split(' ')
  return { call, method, pattern: new RegExp(`^/api${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) }
})

export function isKnown(method: string, pathname: string): boolean {
  return ROUTES.some(route => route.method === method && route.pattern.test(pathname))
}

export function callFor(method: string, pathname: string): Found {
  const matches = ROUTES.filter(({ pattern }) => pattern.test(pathname))
  if (matches.length === 0) throw new Refusal(404, 'Not Found')
  const route = matches.find(known => known.method === method)
  if (!route) throw new Refusal(405, 'Method Not Allowed')
  return { call: route.call, params: { ...route.pattern.exec(pathname)?.groups } }
}
