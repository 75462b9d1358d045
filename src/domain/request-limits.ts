import { TOKEN_SECONDS } from './constants.ts'
import { DAY_SECONDS, MINUTE_SECONDS } from './time/time-units.ts'

// How many requests of one kind the server accepts (docs/security.md). The browser does not load this file.

/** Failed sign-ins per account and address without a lock; each further one locks the account for that address. */
export const SIGN_IN_FAILURES_ALLOWED = 4
/** The same for failures from all addresses together, which needs an attacker with many addresses. */
export const SIGN_IN_FAILURES_ALLOWED_FROM_ALL_IPS = { admin: 10, user: 20 } as const
/** The first lock and the longest; each lock is twice as long as the last. */
export const SIGN_IN_LOCK_SECONDS = { first: MINUTE_SECONDS, longest: 15 * MINUTE_SECONDS } as const
export const SIGN_IN_FAILURE_TTL_SECONDS = DAY_SECONDS
/**
 * How long an address that signed in to an account is exempt from locks caused elsewhere. Longer than a token's life,
 * so that a rider whose token expires is still known.
 */
export const KNOWN_IP_TTL_SECONDS = 3 * TOKEN_SECONDS.user
/** Per address. High, because all riders of a property share one. */
export const SIGN_INS_PER_HOUR = 300
export const SIGN_UPS_PER_HOUR = 100
export const LICENCE_UPLOADS_PER_HOUR = 100
/** Profile saves with a changed email; others are not counted. */
export const EMAIL_CHANGES_PER_HOUR = { account: 10, address: 100 } as const
/** Per address and property, at sign-up and when a rider moves; also per rider who moves. */
export const WRONG_JOIN_CODES_PER_HOUR = 10
/** Requests for a link to a new password. */
export const PASSWORD_RESETS_PER_HOUR = { account: 5, address: 50 } as const
/** Per rider. */
export const CONFIRM_LINKS_PER_HOUR = 5
/** Per account. */
export const IMAGE_UPLOADS_PER_HOUR = 500
/** Per owner. */
export const INVITATIONS_PER_HOUR = 30
/** Per rider. */
export const EXPORTS_PER_DAY = 3
export const PHOTO_UPLOADS_PER_HOUR = 20
export const PROBLEMS_PER_HOUR = 6
export const PUSH_DEVICES_PER_HOUR = 30
export const ORDERS_PER_MINUTE = 10
/** Per rider and booking. */
export const RESUMES_PER_MINUTE = 10
/** Per rider: reports of paid ones, reports of failed ones, and resume calls, each. */
export const PAYMENT_CALLS_PER_MINUTE = 30
