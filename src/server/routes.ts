import type { Calls } from '#contract/calls.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { listActivity } from '#server/activity/activity.ts'
import {
  changePassword,
  checkResetLink,
  requestAdminPasswordReset,
  requestPasswordReset,
  resetPassword
} from '#server/auth/passwords.ts'
import { signIn, signInAdmin } from '#server/auth/sign-in.ts'
import { signOut, signOutEverywhere } from '#server/auth/sign-out.ts'
import { signUp } from '#server/auth/sign-up.ts'
import { exportBookings, listAllBookings } from '#server/bookings/admin/admin-bookings.ts'
import {
  cancelBookingAsAdmin,
  getBookingPayments,
  previewCancellationAsAdmin,
  reconcileBooking,
  refundBooking
} from '#server/bookings/admin/booking-actions.ts'
import { payCompensation } from '#server/bookings/admin/pay-compensation.ts'
import { listMoveTargets, moveRideAsAdmin, returnRideAsAdmin } from '#server/bookings/admin/ride-actions.ts'
import { getAvailability } from '#server/bookings/availability.ts'
import { cancelBooking, previewCancellation } from '#server/bookings/cancel-booking.ts'
import { createHourlyBooking } from '#server/bookings/create-booking.ts'
import { getWayOut, moveOwnRide, takeMoneyBack } from '#server/bookings/end-ride.ts'
import { extendBooking, listExtensions } from '#server/bookings/extend-booking.ts'
import { getBooking, listMyBookings } from '#server/bookings/my-bookings.ts'
import { resumePayment } from '#server/bookings/resume-payment.ts'
import { previewReturn, returnRide } from '#server/bookings/return-ride.ts'
import { listPapers } from '#server/catalogue/papers.ts'
import { changePin, listPinChanges, migratePins } from '#server/catalogue/pins.ts'
import {
  createLegacyPricing,
  createPlan,
  deleteLegacyPricing,
  deletePlan,
  getPropertyPricing,
  listAllPlans,
  listLegacyPricing,
  listPropertyPlans,
  updateLegacyPricing,
  updatePlan
} from '#server/catalogue/pricing.ts'
import {
  createProperty,
  deleteProperty,
  getPropertyRules,
  listAllProperties,
  listProperties,
  updateProperty,
  updatePropertyRules
} from '#server/catalogue/properties.ts'
import {
  createScooter,
  deleteScooter,
  listAllScooters,
  listPropertyScooters,
  updateScooter
} from '#server/catalogue/scooters.ts'
import { whoRode } from '#server/catalogue/who-rode.ts'
import { getOpenApi } from '#server/http/openapi.ts'
import type { Operation } from '#server/http/operation.ts'
import { createRouter } from '#server/http/router.ts'
import { getHealth, getSystemStatus } from '#server/monitoring/health.ts'
import { getStats } from '#server/overview/stats.ts'
import { confirmPayment, recordPaymentFailure } from '#server/payments/browser-reports.ts'
import { listCompensations } from '#server/payments/compensations.ts'
import { listDisputes } from '#server/payments/disputes/admin-disputes.ts'
import { paySandboxOrder } from '#server/payments/provider/sandbox.ts'
import { closeRefund, listRefunds, sendRefund } from '#server/payments/refunds/admin-refunds.ts'
import { getRevenue } from '#server/payments/revenue.ts'
import { receiveWebhook } from '#server/payments/webhooks.ts'
import { addProblem, listRidesInside } from '#server/problems/add-problem.ts'
import { listProblems, updateProblem } from '#server/problems/problems.ts'
import { reportProblem } from '#server/problems/report-problem.ts'
import { addRiderNote, decideLicence, getRiderFile, listLicences, setSuspension } from '#server/review/review.ts'
import { listRiderMessages, listRiders, updateRiderPhoto } from '#server/riders/admin-riders.ts'
import { deleteRider } from '#server/riders/deletion.ts'
import { getProfile, replaceLicence, updateProfile } from '#server/riders/profile.ts'
import { getPush, subscribeToPush, unsubscribeFromPush } from '#server/riders/push-devices.ts'
import { getMe, updateMe } from '#server/staff/me.ts'
import { inviteMember, listTeam, removeMember, renewInvitation, updateMember } from '#server/staff/team.ts'
import { getToday } from '#server/staff/today.ts'
import {
  getImage,
  getLicence,
  getReturnPhoto,
  uploadImage,
  uploadLicence,
  uploadReturnPhoto
} from '#server/uploads/images.ts'

// The routing table of the API. The contract has the method and the path of each call.

/** A call of the contract without its operation is a type error. */
type OperationsOf<Endpoints> = { readonly [Name in keyof Endpoints]: Operation<Extract<Endpoints[Name], Endpoint>> }

const OPERATIONS: { readonly [Noun in keyof Calls]: OperationsOf<Calls[Noun]> } = {
  activity: { listActivity },
  auth: {
    changePassword,
    checkResetLink,
    requestAdminPasswordReset,
    requestPasswordReset,
    resetPassword,
    signIn,
    signInAdmin,
    signOut,
    signOutEverywhere,
    signUp
  },
  bookings: {
    cancelBooking,
    cancelBookingAsAdmin,
    createHourlyBooking,
    exportBookings,
    extendBooking,
    getAvailability,
    getBooking,
    getBookingPayments,
    getWayOut,
    listAllBookings,
    listExtensions,
    listMoveTargets,
    listMyBookings,
    moveOwnRide,
    moveRideAsAdmin,
    payCompensation,
    previewCancellation,
    previewCancellationAsAdmin,
    previewReturn,
    reconcileBooking,
    refundBooking,
    resumePayment,
    returnRide,
    returnRideAsAdmin,
    takeMoneyBack
  },
  catalogue: {
    changePin,
    createLegacyPricing,
    createPlan,
    createProperty,
    createScooter,
    deleteLegacyPricing,
    deletePlan,
    deleteProperty,
    deleteScooter,
    getPropertyPricing,
    getPropertyRules,
    listAllPlans,
    listAllProperties,
    listAllScooters,
    listLegacyPricing,
    listPapers,
    listPinChanges,
    listProperties,
    listPropertyPlans,
    listPropertyScooters,
    migratePins,
    updateLegacyPricing,
    updatePlan,
    updateProperty,
    updatePropertyRules,
    updateScooter,
    whoRode
  },
  http: { getOpenApi },
  monitoring: { getHealth, getSystemStatus },
  overview: { getStats },
  payments: {
    closeRefund,
    confirmPayment,
    getRevenue,
    listCompensations,
    listDisputes,
    listRefunds,
    paySandboxOrder,
    receiveWebhook,
    recordPaymentFailure,
    sendRefund
  },
  problems: { addProblem, listProblems, listRidesInside, reportProblem, updateProblem },
  review: { addRiderNote, decideLicence, getRiderFile, listLicences, setSuspension },
  riders: {
    deleteRider,
    getProfile,
    getPush,
    listRiderMessages,
    listRiders,
    replaceLicence,
    subscribeToPush,
    unsubscribeFromPush,
    updateProfile,
    updateRiderPhoto
  },
  staff: { getMe, getToday, inviteMember, listTeam, removeMember, renewInvitation, updateMe, updateMember },
  uploads: { getImage, getLicence, getReturnPhoto, uploadImage, uploadLicence, uploadReturnPhoto }
}

/** Answers a request to a path below /api. */
export const answerCall = createRouter(Object.values(OPERATIONS).flatMap(calls => Object.values(calls)))
