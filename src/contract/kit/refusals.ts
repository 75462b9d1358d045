import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as passwordResetText from '#messages/account/password-reset.ts'
import * as profileText from '#messages/account/profile.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as booksText from '#messages/admin/books.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import * as deskText from '#messages/admin/desk.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as guestsText from '#messages/admin/guests.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as reviewText from '#messages/admin/review.ts'
import * as ridersText from '#messages/admin/riders.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as teamText from '#messages/admin/team.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as papersText from '#messages/papers.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import * as problemsText from '#messages/problems.ts'
import * as uploadsText from '#messages/uploads.ts'

// Every refusal of the API by its code: the HTTP status and the sentence. Clients tell refusals apart by the code,
// which is sent beside the sentence. The server and the OpenAPI document read this table; the browser only uses its
// types.

type Detail = string | ((...args: never[]) => string)

export const REFUSALS = {
  // What any call may answer.
  body_too_large: [413, apiErrorsText.bodyTooLarge],
  database_full: [503, apiErrorsText.databaseFull],
  internal_error: [500, apiErrorsText.internalError],
  invalid_input: [422, ''],
  length_required: [411, apiErrorsText.lengthRequired],
  method_not_allowed: [405, apiErrorsText.methodNotAllowed],
  not_allowed: [403, apiErrorsText.notAllowed],
  not_authenticated: [401, apiErrorsText.notAuthenticated],
  not_found: [404, apiErrorsText.notFound],
  service_busy: [503, apiErrorsText.serviceBusy],
  service_unavailable: [503, apiErrorsText.serviceUnavailable],
  too_many_requests: [429, apiErrorsText.tooManyRequests],

  // Accounts.
  account_not_found: [404, profileText.accountNotFound],
  device_keys_invalid: [422, manageRideText.deviceKeysInvalid],
  email_taken: [409, authText.emailTaken],
  join_code_missing: [403, accountText.joinCodeMissing],
  join_code_wrong: [403, accountText.joinCodeWrong],
  link_expired: [400, passwordResetText.linkExpired],
  own_rides_ahead: [409, accountText.ownRidesAhead],
  password_changed: [409, accountText.passwordChangedMeanwhile],
  push_is_off: [400, manageRideText.pushIsOff],
  wrong_credentials: [401, authText.wrongCredentials],
  wrong_password: [400, accountText.wrongCurrent],

  // Books.
  gst_registration_not_found: [404, booksText.registrationNotFound],

  // Uploads.
  file_too_large: [400, uploadsText.uploadTooLarge],
  form_too_large: [413, uploadsText.uploadTooLarge],
  not_an_image: [400, apiErrorsText.notImage],

  // Bookings.
  already_cancelled: [409, bookingText.alreadyCancelled],
  already_paid: [400, paymentsText.alreadyPaid],
  booking_conflict: [400, bookingText.bookingConflict],
  booking_not_found: [404, bookingText.bookingNotFound],
  cannot_cancel: [400, bookingText.cannotCancel],
  cannot_extend: [400, manageRideText.cannotExtend],
  cannot_return: [400, bookingText.cannotReturn],
  closed_on_date: [400, bookingBlocksText.closedOnDate],
  hold_ended: [409, paymentsText.holdEnded],
  hold_ending_soon: [429, bookingText.holdEndingSoon],
  hold_expired: [400, paymentsText.holdExpired],
  license_expired: [403, bookingBlocksText.BLOCK_TEXTS.license_expired],
  license_rejected: [403, bookingBlocksText.BLOCK_TEXTS.license_rejected],
  license_unreviewed: [403, bookingBlocksText.BLOCK_TEXTS.license_unreviewed],
  no_way_out: [400, bookingText.noWayOut],
  outside_hours: [400, bookingBlocksText.outsideHours],
  own_ride_overlaps: [400, bookingText.overlappingOwnRide],
  payment_being_confirmed: [400, paymentsText.beingConfirmed],
  plan_not_available: [400, bookingText.planNotOffered],
  plan_not_on_day: [400, bookingText.planNotOfferedThatDay],
  problem_too_early: [400, problemsText.tooEarly],
  property_paused: [400, bookingBlocksText.propertyPaused],
  refund_changed: [409, bookingText.refundChanged],
  ride_changed: [409, bookingText.rideChanged],
  ride_not_started: [400, bookingText.rideNotStarted],
  ride_over: [400, problemsText.rideOver],
  ride_too_long: [400, bookingText.rideTooLong],
  rider_suspended: [403, bookingBlocksText.BLOCK_TEXTS.rider_suspended],
  scooter_taken: [409, bookingText.scooterTaken],
  scooter_leaves_service: [400, manageRideText.scooterUnavailableAfterRide],
  scooter_not_found: [404, bookingText.scooterNotFound],
  scooter_unavailable: [400, bookingText.scooterUnavailable],
  start_passed: [400, bookingText.startPassed],
  start_too_far: [400, bookingText.startTooFar],
  start_too_soon: [400, bookingText.startTooSoon],
  too_many_first_holds: [429, bookingText.tooManyFirstHolds],
  too_many_holds: [429, bookingText.tooManyHolds],
  too_many_holds_of_scooter: [429, bookingText.tooManyHoldsOfScooter],

  // Payments.
  no_payment_expected: [400, paymentsText.noPaymentExpected],
  order_failed: [502, paymentsText.orderFailed],
  order_mismatch: [400, paymentsText.orderMismatch],
  order_not_found: [404, paymentsText.orderNotFound],
  payment_failed: [400, paymentsText.bankDeclined],
  payment_in_review: [400, paymentsText.paymentInReview],
  payment_session_not_found: [404, paymentsText.paymentSessionNotFound],
  provider_unreachable: [502, refundsText.providerUnreachable],
  signature_mismatch: [400, paymentsText.signatureMismatch],
  webhook_signature_mismatch: [400, paymentsText.notSigned],

  // Admin calls.
  already_in_team: [409, teamText.alreadyInTeam],
  already_joined: [409, teamText.alreadyJoined],
  amount_changed: [409, refundsText.amountChanged],
  compensation_not_owed: [409, refundsText.compensationNotOwed],
  desk_changed: [409, deskText.changed],
  cancelled_by_another: [409, adminBookingsText.cancelledByAnother],
  booking_ended: [409, adminBookingsText.bookingEnded],
  not_absent: [409, ridesText.notAbsent],
  month_open: [409, booksText.monthOpen],
  member_not_found: [404, teamText.memberNotFound],
  own_account: [409, teamText.ownAccount],
  paid_at_desk: [409, deskText.paidAtDesk],
  paid_by_another: [409, refundsText.paidByAnother],
  payment_disputed: [409, refundsText.paymentDisputed],
  phone_known: [409, guestsText.phoneKnown],
  pin_change_outdated: [409, pinChangesText.pinChangeOutdated],
  pin_was_read: [409, ridesText.pinWasRead],
  plan_not_found: [404, catalogueText.planNotFound],
  pricing_exists: [409, catalogueText.pricingExists],
  pricing_not_found: [404, catalogueText.pricingNotFound],
  problem_fixed: [409, problemsText.problemFixed],
  problem_not_found: [404, problemsText.problemNotFound],
  scooter_kinds_missing: [409, catalogueText.kindsMissing],
  property_has_rides: [409, formsText.openRidesText],
  property_not_found: [404, catalogueText.propertyNotFound],
  registration_taken: [409, papersText.registrationTaken],
  refund_not_found: [404, refundsText.refundNotFound],
  nothing_to_refund: [409, refundsText.nothingToRefund],
  refund_too_high: [409, refundsText.refundTooHigh],
  refund_not_open: [409, refundsText.refundNotOpen],
  return_outdated: [409, adminBookingsText.returnOutdated],
  ride_not_under_way: [409, adminBookingsText.rideNotUnderWay],
  rider_changed: [409, reviewText.riderChanged],
  rider_has_dispute: [409, ridersText.riderHasDispute],
  rider_has_pending_refund: [409, ridersText.riderHasPendingRefund],
  rider_has_rides: [409, formsText.openRidesText],
  scooter_has_rides: [409, formsText.openRidesText],
  scooter_in_use: [409, pinChangesText.scooterInUse],
  user_not_found: [404, ridersText.riderNotFound]
} as const satisfies Record<string, readonly [status: number, detail: Detail]>

export type RefusalCode = keyof typeof REFUSALS

/** The arguments of a refusal's sentence. */
export type DetailArgs<Code extends RefusalCode> = (typeof REFUSALS)[Code][1] extends (...args: infer Args) => string
  ? Args
  : []
