import {
  EMAIL_CHANGES_PER_HOUR,
  IMAGE_UPLOADS_PER_HOUR,
  INVITATIONS_PER_HOUR,
  LICENCE_UPLOADS_PER_HOUR,
  ORDERS_PER_MINUTE,
  PASSWORD_RESETS_PER_HOUR,
  PAYMENT_CALLS_PER_MINUTE,
  PHOTO_UPLOADS_PER_HOUR,
  PROBLEMS_PER_HOUR,
  PUSH_DEVICES_PER_HOUR,
  RESUMES_PER_MINUTE,
  SIGN_INS_PER_HOUR,
  SIGN_UPS_PER_HOUR
} from '#domain/request-limits.ts'
import type { SessionType } from '#domain/routes.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import type { CallContext, Caller } from './operation.ts'
import { callLimit, clientIp, enforceLimits } from './throttle.ts'

// Rate limits for calls that cost more than a read. Sign-ins have their own limits (sign-in-lock.ts).

const perAccountAndHour = (action: string, max: number) => (accountId: string, now: Date) =>
  enforceLimits([callLimit(HOUR_SECONDS, action, max, accountId)], now)

const perAddressAndHour = (action: string, max: number) => (caller: Caller) =>
  enforceLimits([callLimit(HOUR_SECONDS, action, max, clientIp(caller))], caller.now)

export const limitSignUps = perAddressAndHour('sign-up', SIGN_UPS_PER_HOUR)
export const limitLicenceUploads = perAddressAndHour('licence', LICENCE_UPLOADS_PER_HOUR)
export const limitImageUploads = perAccountAndHour('image', IMAGE_UPLOADS_PER_HOUR)
export const limitInvitations = perAccountAndHour('invitation', INVITATIONS_PER_HOUR)
export const limitPhotoUploads = perAccountAndHour('photo', PHOTO_UPLOADS_PER_HOUR)
/** Each can block a scooter and mail the staff. */
export const limitProblems = perAccountAndHour('problem', PROBLEMS_PER_HOUR)
/** Each device costs a check of its key, and its messages are encrypted one by one. */
export const limitPushDevices = perAccountAndHour('push', PUSH_DEVICES_PER_HOUR)
/** Nobody guesses a token, but each attempt hashes a password. */
export const limitResetAttempts = perAddressAndHour('reset-attempt', SIGN_INS_PER_HOUR)

interface AccountLimit {
  action: string
  /** What identifies the account. */
  account: string
  perHour: { account: number; address: number }
}

function limitAccountPerHour({ account, action, perHour }: AccountLimit, call: CallContext): Promise<void> {
  const limits = [
    callLimit(HOUR_SECONDS, `${action}-account`, perHour.account, account),
    callLimit(HOUR_SECONDS, `${action}-address`, perHour.address, clientIp(call))
  ]
  return enforceLimits(limits, call.now)
}

/** A changed email reveals whether an account has it, so attempts are limited. */
export const limitEmailChanges = (riderId: string, call: CallContext) =>
  limitAccountPerHour({ account: riderId, action: 'email', perHour: EMAIL_CHANGES_PER_HOUR }, call)

/** Counts addresses without an account like the others. */
export const limitPasswordResets = (type: SessionType, email: string, call: CallContext) =>
  limitAccountPerHour({ account: `${type} ${email}`, action: 'reset', perHour: PASSWORD_RESETS_PER_HOUR }, call)

export const limitOrders = (riderId: string, now: Date) =>
  enforceLimits([callLimit(MINUTE_SECONDS, 'order', ORDERS_PER_MINUTE, riderId)], now)

// Each has a counter of its own, so that failed and abandoned payments don't delay the check of a paid one.

const paymentLimit = (action: string, riderId: string) =>
  callLimit(MINUTE_SECONDS, action, PAYMENT_CALLS_PER_MINUTE, riderId)

export const limitPaymentReports = (outcome: 'failed' | 'paid', riderId: string, now: Date) =>
  enforceLimits([paymentLimit(`payment-${outcome}`, riderId)], now)

export const limitResumes = (riderId: string, bookingId: string, now: Date) =>
  enforceLimits(
    [paymentLimit('resumes', riderId), callLimit(MINUTE_SECONDS, 'resume', RESUMES_PER_MINUTE, riderId, bookingId)],
    now
  )
