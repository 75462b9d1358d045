import * as account from '#messages/account/account.ts'
import * as auth from '#messages/account/auth.ts'
import * as passwordReset from '#messages/account/password-reset.ts'
import { accountNotFound } from '#messages/account/profile.ts'
import * as adminBookingResponses from '#messages/admin/bookings.ts'
import * as catalogueResponses from '#messages/admin/catalogue/catalogue.ts'
import { registrationTaken } from '#messages/admin/catalogue/papers.ts'
import * as pinChangeResponses from '#messages/admin/catalogue/pin-changes.ts'
import * as forms from '#messages/admin/forms.ts'
import { compensationNotOwed, paidByAnother } from '#messages/admin/payments/compensations.ts'
import * as refundResponses from '#messages/admin/payments/refunds.ts'
import * as reviewResponses from '#messages/admin/review.ts'
import * as riderResponses from '#messages/admin/riders.ts'
import * as teamResponses from '#messages/admin/team.ts'
import * as apiErrors from '#messages/api-errors.ts'
import * as booking from '#messages/booking/booking.ts'
import { BLOCK_TEXTS } from '#messages/booking/booking-block.ts'
import * as opening from '#messages/booking/opening.ts'
import * as manageRide from '#messages/my-bookings/manage-ride.ts'
import * as paymentResponses from '#messages/payments/payments.ts'
import { orderNotFound } from '#messages/payments/sandbox.ts'
import * as problems from '#messages/problems.ts'
import * as uploads from '#messages/uploads.ts'

// Every refusal of the API by its code: the HTTP status and the sentence. Clients tell refusals apart by the code,
// which is sent beside the sentence. The server and the OpenAPI document read this table; the browser only uses its
// types.

type Detail = string | ((...args: never[]) => string)

export const REFUSALS = {
  // What any call may answer.
  body_too_large: [413, apiErrors.bodyTooLarge],
  internal_error: [500, apiErrors.internalError],
  invalid_input: [422, ''],
  length_required: [411, apiErrors.lengthRequired],
  method_not_allowed: [405, apiErrors.methodNotAllowed],
  not_allowed: [403, apiErrors.notAllowed],
  not_authenticated: [401, apiErrors.notAuthenticated],
  not_found: [404, apiErrors.notFound],
  service_busy: [503, apiErrors.serviceBusy],
  service_unavailable: [503, apiErrors.serviceUnavailable],
  too_many_requests: [429, apiErrors.tooManyRequests],

  // Accounts.
  account_not_found: [404, accountNotFound],
  device_keys_invalid: [422, manageRide.deviceKeysInvalid],
  email_taken: [409, auth.emailTaken],
  join_code_missing: [403, account.joinCodeMissing],
  join_code_wrong: [403, account.joinCodeWrong],
  link_expired: [400, passwordReset.linkExpired],
  password_changed: [409, account.changedMeanwhile],
  push_is_off: [400, manageRide.pushIsOff],
  wrong_credentials: [401, auth.wrongCredentials],
  wrong_password: [400, account.wrongCurrent],

  // Uploads.
  file_too_large: [400, uploads.uploadTooLarge],
  form_too_large: [413, uploads.uploadTooLarge],
  not_an_image: [400, apiErrors.notImage],

  // Bookings.
  already_cancelled: [409, booking.alreadyCancelled],
  already_paid: [400, paymentResponses.alreadyPaid],
  booking_conflict: [400, booking.bookingConflict],
  booking_not_found: [404, booking.bookingNotFound],
  cannot_cancel: [400, booking.cannotCancel],
  cannot_extend: [400, manageRide.cannotExtend],
  cannot_return: [400, booking.cannotReturn],
  closed_on_date: [400, opening.closedOnDate],
  hold_ended: [409, paymentResponses.holdEnded],
  hold_ending_soon: [429, booking.holdEndingSoon],
  hold_expired: [400, paymentResponses.holdExpired],
  license_expired: [403, BLOCK_TEXTS.license_expired],
  license_rejected: [403, BLOCK_TEXTS.license_rejected],
  license_unreviewed: [403, BLOCK_TEXTS.license_unreviewed],
  no_way_out: [400, booking.noWayOut],
  outside_hours: [400, opening.outsideHours],
  own_ride_overlaps: [400, booking.overlappingOwnRide],
  payment_being_confirmed: [400, paymentResponses.beingConfirmed],
  plan_not_available: [400, booking.planNotOffered],
  plan_not_on_day: [400, booking.planNotOfferedThatDay],
  problem_too_early: [400, problems.tooEarly],
  property_paused: [400, opening.propertyPaused],
  refund_changed: [409, booking.refundChanged],
  ride_changed: [409, booking.rideChanged],
  ride_not_started: [400, booking.rideNotStarted],
  ride_over: [400, problems.rideOver],
  ride_too_long: [400, booking.rideTooLong],
  rider_suspended: [403, BLOCK_TEXTS.rider_suspended],
  scooter_taken: [409, booking.scooterTaken],
  scooter_leaves_service: [400, manageRide.scooterUnavailableAfterRide],
  scooter_not_found: [404, booking.scooterNotFound],
  scooter_unavailable: [400, booking.scooterUnavailable],
  start_passed: [400, booking.startPassed],
  start_too_far: [400, booking.startTooFar],
  start_too_soon: [400, booking.startTooSoon],
  too_many_first_holds: [429, booking.tooManyFirstHolds],
  too_many_holds: [429, booking.tooManyHolds],
  too_many_holds_of_scooter: [429, booking.tooManyHoldsOfScooter],

  // Payments.
  no_payment_expected: [400, paymentResponses.noPaymentExpected],
  order_failed: [502, paymentResponses.orderFailed],
  order_mismatch: [400, paymentResponses.orderMismatch],
  order_not_found: [404, orderNotFound],
  payment_failed: [400, paymentResponses.bankDeclined],
  payment_in_review: [400, paymentResponses.paymentInReview],
  payment_session_not_found: [404, paymentResponses.paymentSessionNotFound],
  provider_unreachable: [502, refundResponses.providerUnreachable],
  signature_mismatch: [400, paymentResponses.signatureMismatch],
  webhook_signature_mismatch: [400, paymentResponses.notSigned],

  // Admin calls.
  already_in_team: [409, teamResponses.alreadyInTeam],
  already_joined: [409, teamResponses.alreadyJoined],
  amount_changed: [409, refundResponses.amountChanged],
  compensation_not_owed: [409, compensationNotOwed],
  cancelled_by_another: [409, adminBookingResponses.cancelledByAnother],
  booking_ended: [409, adminBookingResponses.bookingEnded],
  member_not_found: [404, teamResponses.memberNotFound],
  own_account: [409, teamResponses.ownAccount],
  paid_by_another: [409, paidByAnother],
  payment_disputed: [409, refundResponses.paymentDisputed],
  pin_change_outdated: [409, pinChangeResponses.pinChangeOutdated],
  plan_not_found: [404, catalogueResponses.planNotFound],
  pricing_exists: [409, catalogueResponses.pricingExists],
  pricing_not_found: [404, catalogueResponses.pricingNotFound],
  problem_fixed: [409, problems.problemFixed],
  problem_not_found: [404, problems.problemNotFound],
  property_has_rides: [409, forms.openRidesText],
  property_not_found: [404, catalogueResponses.propertyNotFound],
  registration_taken: [409, registrationTaken],
  refund_not_found: [404, refundResponses.refundNotFound],
  nothing_to_refund: [409, refundResponses.nothingToRefund],
  refund_too_high: [409, refundResponses.refundTooHigh],
  refund_not_open: [409, refundResponses.refundNotOpen],
  ride_not_under_way: [409, adminBookingResponses.rideNotUnderWay],
  rider_changed: [409, reviewResponses.riderChanged],
  rider_has_dispute: [409, riderResponses.riderHasDispute],
  rider_has_pending_refund: [409, riderResponses.riderHasPendingRefund],
  rider_has_rides: [409, forms.openRidesText],
  scooter_has_rides: [409, forms.openRidesText],
  scooter_in_use: [409, pinChangeResponses.scooterInUse],
  user_not_found: [404, riderResponses.riderNotFound]
} as const satisfies Record<string, readonly [status: number, detail: Detail]>

export type RefusalCode = keyof typeof REFUSALS

/** The arguments of a refusal's sentence. */
export type DetailArgs<Code extends RefusalCode> = (typeof REFUSALS)[Code][1] extends (...args: infer Args) => string
  ? Args
  : []
