import type { Calls, Together } from '#contract/calls.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import * as activity from '#server/activity/activity.ts'
import * as leave from '#server/auth/leave.ts'
import * as passwords from '#server/auth/passwords.ts'
import * as signIn from '#server/auth/sign-in.ts'
import * as adminBookings from '#server/bookings/admin/admin-bookings.ts'
import * as bookingPayments from '#server/bookings/admin/booking-payments.ts'
import * as deskBooking from '#server/bookings/admin/desk-booking.ts'
import * as rideActions from '#server/bookings/admin/ride-actions.ts'
import * as availability from '#server/bookings/availability.ts'
import * as cancelBooking from '#server/bookings/cancel-booking.ts'
import * as createBooking from '#server/bookings/create-booking.ts'
import * as endRide from '#server/bookings/end-ride.ts'
import * as extendBooking from '#server/bookings/extend-booking.ts'
import * as myBookings from '#server/bookings/my-bookings.ts'
import * as returnRide from '#server/bookings/return-ride.ts'
import * as knownPins from '#server/catalogue/known-pins.ts'
import * as papers from '#server/catalogue/papers.ts'
import * as pins from '#server/catalogue/pins.ts'
import * as pricing from '#server/catalogue/pricing.ts'
import * as properties from '#server/catalogue/properties.ts'
import * as scooters from '#server/catalogue/scooters.ts'
import * as whoRode from '#server/catalogue/who-rode.ts'
import { createRouter } from '#server/http/handle.ts'
import type { AnyOperation, Operation } from '#server/http/operation.ts'
import * as health from '#server/monitoring/health.ts'
import * as needs from '#server/overview/needs.ts'
import * as stats from '#server/overview/stats.ts'
import * as adminPayments from '#server/payments/admin-payments.ts'
import * as browserReports from '#server/payments/browser-reports.ts'
import * as disputes from '#server/payments/disputes/admin-disputes.ts'
import * as sandbox from '#server/payments/provider/sandbox.ts'
import * as refunds from '#server/payments/refunds/admin-refunds.ts'
import * as webhooks from '#server/payments/webhooks.ts'
import * as problems from '#server/problems/problems.ts'
import * as reportProblem from '#server/problems/report-problem.ts'
import * as books from '#server/receipts/books.ts'
import * as months from '#server/receipts/months.ts'
import * as receipts from '#server/receipts/receipts.ts'
import * as review from '#server/review/review.ts'
import * as adminRiders from '#server/riders/admin-riders.ts'
import * as deletion from '#server/riders/deletion.ts'
import * as exportData from '#server/riders/export.ts'
import * as profile from '#server/riders/profile.ts'
import * as pushDevices from '#server/riders/push-devices.ts'
import * as team from '#server/staff/team.ts'
import * as today from '#server/staff/today.ts'
import * as images from '#server/uploads/images.ts'

// The routing table of the API: the files with its operations. An operation has the name of its call in the contract,
// which has the method and the path.

/** A call of the contract without its operation is a type error. */
type OperationsOf<Endpoints> = { readonly [Name in keyof Endpoints]: Operation<Extract<Endpoints[Name], Endpoint>> }

const mergeOperations = <Files extends readonly object[]>(...files: Files): Together<Files> =>
  Object.assign({}, ...files)

const OPERATION_FILES: { readonly [Noun in keyof Calls]: OperationsOf<Calls[Noun]> } = {
  activity,
  auth: mergeOperations(leave, passwords, signIn),
  bookings: mergeOperations(
    adminBookings,
    bookingPayments,
    deskBooking,
    rideActions,
    availability,
    cancelBooking,
    createBooking,
    endRide,
    extendBooking,
    myBookings,
    returnRide
  ),
  catalogue: mergeOperations(knownPins, papers, pins, pricing, properties, scooters, whoRode),
  monitoring: health,
  overview: mergeOperations(needs, stats),
  payments: mergeOperations(adminPayments, browserReports, disputes, sandbox, refunds, webhooks),
  problems: mergeOperations(problems, reportProblem),
  receipts: mergeOperations(books, months, receipts),
  review,
  riders: mergeOperations(adminRiders, deletion, exportData, profile, pushDevices),
  staff: mergeOperations(team, today),
  uploads: images
}

/** Files export also what is no operation. */
const isOperation = (exported: unknown): exported is AnyOperation =>
  typeof exported === 'function' && 'endpoint' in exported

/** Answers a request to a path below /api. */
export const answerCall = createRouter(
  Object.values(OPERATION_FILES)
    .flatMap(file => Object.values<unknown>(file))
    .filter(isOperation)
)
