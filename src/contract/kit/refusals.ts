import * as admin from '#messages/admin/responses.ts'
import * as auth from '#messages/auth.ts'
import * as booking from '#messages/booking.ts'
import * as common from '#messages/common.ts'
import * as password from '#messages/password.ts'
import { holdEnded } from '#messages/payment-results.ts'
import { accountNotFound } from '#messages/profile.ts'
import { orderNotFound } from '#messages/sandbox.ts'
import * as uploads from '#messages/uploads.ts'
import { notSigned } from '#messages/webhooks.ts'

// Every refusal of the API by its code: the HTTP status and the sentence. Clients tell refusals apart by the code, which
// is sent beside the sentence. The server and the OpenAPI document read this table; the browser only uses its types.

type Detail = string | ((...args: never[]) => string)

export const REFUSALS = {
  // What any call may answer.
  body_too_large: [413, common.bodyTooLarge],
  internal_error: [500, common.internalError],
  invalid_input: [422, ''],
  length_required: [411, common.lengthRequired],
  method_not_allowed: [405, common.methodNotAllowed],
  not_allowed: [403, common.notAllowed],
  not_authenticated: [401, common.notAuthenticated],
  not_found: [404, common.notFound],
  service_busy: [503, common.serviceBusy],
  service_unavailable: [503, common.serviceUnavailable],
  too_many_requests: [429, common.tooManyRequests],

  // Accounts.
  account_not_found: [404, accountNotFound],
  email_taken: [409, auth.emailTaken],
  password_changed: [409, password.changedMeanwhile],
  wrong_credentials: [401, auth.wrongCredentials],
  wrong_password: [400, password.wrongCurrent],

  // Uploads.
  file_too_large: [400, uploads.uploadTooLarge],
  form_too_large: [413, uploads.uploadTooLarge],
  not_an_image: [400, uploads.uploadNotImage],

  // Bookings.
  already_paid: [400, booking.alreadyPaid],
  booking_conflict: [400, booking.bookingConflict],
  booking_not_found: [404, booking.bookingNotFound],
  cannot_cancel: [400, booking.cannotCancel],
  hold_ending_soon: [429, booking.holdEndingSoon],
  hold_expired: [400, holdEnded],
  own_ride_overlaps: [400, booking.overlappingOwnRide],
  payment_being_confirmed: [400, booking.beingConfirmed],
  plan_not_available: [400, booking.planNotFound],
  plan_not_on_day: [400, booking.planNotThatDay],
  refund_changed: [409, booking.refundChanged],
  scooter_not_found: [404, booking.scooterNotFound],
  scooter_unavailable: [400, booking.scooterUnavailable],
  start_passed: [400, booking.startPassed],
  start_too_far: [400, booking.startTooFar],
  too_many_holds: [429, booking.tooManyHolds],
  too_many_holds_of_scooter: [429, booking.tooManyHoldsOfScooter],

  // Payments.
  no_payment_expected: [400, booking.noPaymentExpected],
  order_failed: [502, booking.orderFailed],
  order_mismatch: [400, booking.orderMismatch],
  order_not_found: [404, orderNotFound],
  payment_failed: [400, booking.notPaid],
  payment_in_review: [400, booking.paymentInReview],
  payment_session_not_found: [404, booking.paymentSessionNotFound],
  provider_unreachable: [502, admin.providerUnreachable],
  signature_mismatch: [400, booking.signatureMismatch],
  webhook_signature_mismatch: [400, notSigned],

  // Admin calls.
  amount_changed: [409, admin.amountChanged],
  booking_ended: [409, admin.bookingEnded],
  payment_disputed: [409, admin.paymentDisputed],
  plan_not_found: [404, admin.planNotFound],
  pricing_exists: [409, admin.pricingExists],
  pricing_not_found: [404, admin.pricingNotFound],
  property_has_rides: [409, admin.hasUpcomingRides],
  property_not_found: [404, admin.propertyNotFound],
  refund_not_found: [404, admin.refundNotFound],
  refund_not_open: [409, admin.refundNotOpen],
  rider_has_dispute: [409, admin.riderHasDispute],
  rider_has_pending_refund: [409, admin.riderHasPendingRefund],
  rider_has_rides: [409, admin.hasUpcomingRides],
  scooter_has_rides: [409, admin.hasUpcomingRides],
  user_not_found: [404, admin.riderNotFound]
} as const satisfies Record<string, readonly [status: number, detail: Detail]>

export type RefusalCode = keyof typeof REFUSALS

/** The arguments of a refusal's sentence. */
export type DetailArgs<Code extends RefusalCode> = (typeof REFUSALS)[Code][1] extends (...args: infer Args) => string
  ? Args
  : []
