import * as activity from './activity/activity.ts'
import * as passwords from './auth/passwords.ts'
import * as signIn from './auth/sign-in.ts'
import * as signUp from './auth/sign-up.ts'
import * as adminBookings from './bookings/admin-bookings.ts'
import * as bookingPayments from './bookings/booking-payments.ts'
import * as bookingsCsv from './bookings/bookings-csv.ts'
import * as createBooking from './bookings/create-booking.ts'
import * as deskBooking from './bookings/desk-booking.ts'
import * as freeScooters from './bookings/free-scooters.ts'
import * as manageRide from './bookings/manage-ride.ts'
import * as myBookings from './bookings/my-bookings.ts'
import * as adminPricing from './catalogue/admin-pricing.ts'
import * as adminProperties from './catalogue/admin-properties.ts'
import * as adminScooters from './catalogue/admin-scooters.ts'
import * as catalogue from './catalogue/catalogue.ts'
import * as knownPins from './catalogue/known-pins.ts'
import * as propertyRules from './catalogue/property-rules.ts'
import * as whoRode from './catalogue/who-rode.ts'
import type { Endpoint, EndpointDocs } from './kit/endpoint.ts'
import * as health from './monitoring/health.ts'
import * as needs from './overview/needs.ts'
import * as report from './overview/report.ts'
import * as stats from './overview/stats.ts'
import * as orders from './payments/orders.ts'
import * as refunds from './payments/refunds.ts'
import * as problems from './problems/problems.ts'
import * as reportProblem from './problems/report-problem.ts'
import * as books from './receipts/books.ts'
import * as months from './receipts/months.ts'
import * as receipts from './receipts/receipts.ts'
import * as review from './review/review.ts'
import * as adminRiders from './riders/admin-riders.ts'
import * as confirmEmail from './riders/confirm-email.ts'
import * as editProfile from './riders/edit-profile.ts'
import * as exportData from './riders/export.ts'
import * as guests from './riders/guests.ts'
import * as profile from './riders/profile.ts'
import * as pushDevices from './riders/push-devices.ts'
import * as me from './staff/me.ts'
import * as team from './staff/team.ts'
import * as today from './staff/today.ts'
import * as uploads from './uploads/uploads.ts'

/** By the folder of the contract. */
const CONTRACT_FILES = {
  activity: [activity],
  auth: [passwords, signIn, signUp],
  bookings: [
    adminBookings,
    bookingPayments,
    bookingsCsv,
    createBooking,
    deskBooking,
    freeScooters,
    manageRide,
    myBookings
  ],
  catalogue: [adminPricing, adminProperties, adminScooters, catalogue, knownPins, propertyRules, whoRode],
  monitoring: [health],
  overview: [needs, report, stats],
  payments: [orders, refunds],
  problems: [problems, reportProblem],
  receipts: [books, months, receipts],
  review: [review],
  riders: [adminRiders, confirmEmail, editProfile, exportData, guests, profile, pushDevices],
  staff: [me, team, today],
  uploads: [uploads]
} as const
type Files = typeof CONTRACT_FILES

/** What all these files export. */
export type Together<Parts> = Parts extends readonly [infer First, ...infer Rest] ? First & Together<Rest> : unknown

type EndpointsOf<Module> = {
  readonly [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name]
}

export type Calls = { readonly [Noun in keyof Files]: EndpointsOf<Together<Files[Noun]>> }

const isEndpoint = (value: unknown) =>
  typeof value === 'object' && value !== null && 'access' in value && 'method' in value && 'path' in value

/** What `read` returns for the files of each folder, together. */
const ofFolders = (read: (file: object) => object) =>
  Object.fromEntries(
    Object.entries(CONTRACT_FILES).map(([noun, files]) => [noun, Object.assign({}, ...files.map(read))])
  )

/**
 * Every call of the API, by the folder that defines it. The routes and the docs take only its type; the build and the
 * tests take the calls. Screens import theirs one by one.
 */
export const CALLS = ofFolders(file =>
  Object.fromEntries(Object.entries(file).filter(([, value]) => isEndpoint(value)))
) as Calls

type DocsOf<Parts> = Parts extends readonly [infer First extends { docs: object }, ...infer Rest]
  ? First['docs'] & DocsOf<Rest>
  : unknown

/** What the OpenAPI document says of each call beside its definition. A missing one is a type error. */
export const DOCS: { readonly [Noun in keyof Calls]: { readonly [Name in keyof Calls[Noun]]: EndpointDocs } } =
  ofFolders(file => (file as { docs: object }).docs) as { [Noun in keyof Files]: DocsOf<Files[Noun]> }
