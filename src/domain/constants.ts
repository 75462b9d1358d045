// Every number of the spec's section 9, and the ones design.md adds, each with its unit in its name.

export const MIN_AGE_YEARS = 18
export const PASSWORD_MIN_LENGTH = 8
/** Longer passwords are refused before they are hashed: hashing is the costliest thing the Worker does. */
export const PASSWORD_MAX_LENGTH = 128
/** Nowhere has a number fewer digits, with its country's code; the most is fifteen, and three of a prefix before them. */
export const PHONE_DIGITS = { min: 7, max: 18 } as const
/** With all that parts its digits, and an extension; no more is looked at. */
export const PHONE_MAX_LENGTH = 60
export const LICENCE_FORM_MAX_BYTES = 10_485_760
export const LICENCE_UPLOAD_MAX_BYTES = 5_242_880
export const IMAGE_UPLOAD_MAX_BYTES = 5_242_880
export const PIN_DIGITS = 6
/** Rupee totals for 1, 3, 6 and 12 hours (spec §9): what a property without a row of its own charges. */
export const DEFAULT_RATES = { hourly_1: 50, hourly_3: 140, hourly_6: 270, hourly_12: 500 } as const
export const DURATION_CHOICES_HOURS = [1, 3, 6, 12] as const
export const PLAN_HOURS = { min: 1, max: 24 } as const
export const PLAN_COST_MIN_RUPEES = 1
export const RATE_MIN_RUPEES = 1
/** What a ride can cost at most: no typing error becomes an order that no provider takes. */
export const PRICE_MAX_RUPEES = 500_000
export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export const SLOT_MINUTES = 30
export const SLOT_LEAD_MINUTES = 30
/** The server re-checks the lead with this much patience for slow phones and slow networks. */
export const SLOT_LEAD_LENIENCY_MINUTES = 5
export const BOOKING_HORIZON_DAYS = 365
export const DISPLAY_OFFSET_MS = 19_800_000
export const HOLD_SECONDS = 15 * 60
/** A dismissed payment dialog shortens a hold to this, never lengthens it. */
export const DISMISSED_HOLD_SECONDS = 5 * 60
/** The payment dialog closes this long before the hold ends, so that a late Pay does not lose the slot. */
export const CHECKOUT_MARGIN_SECONDS = 60
/** No payment dialog is open for less time than this. */
export const DIALOG_MIN_SECONDS = 30
/** A hold that was never paid counts against its rider for so long. */
export const UNPAID_HOLD_WINDOW_SECONDS = 24 * 60 * 60
/** So many unpaid holds that count a rider may have of one scooter. */
export const UNPAID_HOLDS_PER_SCOOTER = 3
/** The same of all scooters together. */
export const UNPAID_HOLDS_PER_RIDER = 10
/** A payment that comes later than this is not captured but goes back by itself, at the provider. It takes no less than 12. */
export const CAPTURE_WINDOW_MINUTES = HOLD_SECONDS / 60
/** A hold whose money is known to be on its way waits so long for the provider's word. */
export const SETTLING_HOLD_SECONDS = 24 * 60 * 60
/** The provider is asked what was paid for an order until it is so old. */
export const RECONCILE_WINDOW_SECONDS = 72 * 60 * 60
/** The provider has so long for an answer, with all that is tried again. */
export const PROVIDER_TIMEOUT_MS = 5_000
/** Who holds a slot has so long to get its order from the provider; then another request of the same rider may. */
export const ORDER_CREATION_LEASE_SECONDS = 10
/** The database has so long for an answer; then the caller is told to come again. */
export const DATABASE_TIMEOUT_MS = 2_500
export const RETRY_AFTER_SECONDS = 3
/** A cron that runs every minute and was not seen for so long has stopped. */
export const CRON_LATE_MINUTES = 10
/** An item of the cron's lists that failed at every try for so long needs a person. */
export const STUCK_AFTER_DAYS = 2
/** The health says how much waits up to so much: more is as bad. */
export const HEALTH_COUNT_MAX = 1000
/** An answer to a dispute that is due so soon is told of every hour: papers for it have to be found. */
export const DISPUTE_WARNING_HOURS = 72
export const WEBHOOK_MAX_BYTES = 256 * 1024
export const JSON_MAX_BYTES = 64 * 1024
/** A form's fields and the lines between them, without its file. */
export const FORM_FIELDS_MAX_BYTES = 64 * 1024
export const FORM_MAX_BYTES = IMAGE_UPLOAD_MAX_BYTES + FORM_FIELDS_MAX_BYTES
export const ARRIVAL_REFRESH_MS = 500
export const REFRESH_INDICATOR_MS = 300
/** A list that has not come by then gives way to what the device has saved of it. */
export const SAVED_BOOKINGS_FALLBACK_MS = 2_500
/** While only saved bookings can be shown, the backend is asked so often whether it is there again. */
export const OFFLINE_POLL_MS = 10_000
/** A page that came with its data asks for none of it again where it was drawn this long ago at most. */
export const INITIAL_DATA_FRESH_MS = 60_000
export const PROPERTY_CHANGE_REDIRECT_MS = 1_000
export const TOASTS_VISIBLE = 3
export const TOAST_MS = 4_000
export const CURRENCY = 'INR'
export const PAISE_PER_RUPEE = 100
export const RIDER_TOKEN_SECONDS = 30 * 24 * 60 * 60
export const ADMIN_TOKEN_SECONDS = 12 * 60 * 60
/** An upload that no account or property took up is removed after this. */
export const UNCLAIMED_UPLOAD_SECONDS = 24 * 60 * 60
/** The admin's overview shows so many (spec §2). */
export const RECENT_BOOKINGS = 5
/** A search is sent once nobody has typed for so long. */
export const SEARCH_DEBOUNCE_MS = 250
/** Characters. */
export const SEARCH_MAX_LENGTH = 100
/** An admin list's page, unless it asks for fewer or more. */
export const PAGE_SIZE = 50
export const PAGE_SIZE_MAX = 200
/** My Bookings shows so many of each section, and at each 'Show more' so many more. */
export const MY_BOOKINGS_PAGE_SIZE = 20
/** It is asked for one more than it shows, which tells whether there are more. */
export const MY_BOOKINGS_FIRST_LIMIT = MY_BOOKINGS_PAGE_SIZE + 1
/** No page lies deeper: what is further back is found by a date or a search, not by leafing. */
export const PAGINATION_MAX_ROWS = 10_000
export const API_TIMEOUT_MS = 15_000
/** What is only read is asked for once more when the network fails, after this. */
export const READ_RETRY_DELAYS_MS = [500] as const
/** Money that has gone is told to the server ever more patiently, within API_TIMEOUT_MS in all. */
export const PAYMENT_RETRY_DELAYS_MS = [500, 1500, 4000] as const
/** A sign-out waits so long for the server; then the next page tells it. */
export const SIGN_OUT_TIMEOUT_MS = 2000
/** The waits before a server is told again of a sign-out that it has not heard of. */
export const REVOKE_RETRY_DELAYS_MS: readonly number[] = [1000, 4000]
/** A photo at its limit takes this long on a poor network. */
export const UPLOAD_TIMEOUT_MS = 120_000
/** Cloud storage that answers with errors, or not at all, is asked again for this long. */
export const CLOUD_RETRY_WINDOW_MS = 10_000
/** An upload to the cloud that makes no headway for this long is given up; a poor network takes some of it a part. */
export const CLOUD_STALL_TIMEOUT_MS = 45_000
/** So many failed sign-ins to an account are free; each further one locks it for a while. */
export const SIGN_IN_FAILURES_ALLOWED = 4
/** The same for failures from all addresses together: only who knows many addresses gets there. */
export const SIGN_IN_FAILURES_ALLOWED_ALL_IPS = { admin: 10, user: 20 } as const
/** The first lock, and each next one twice as long, up to the longest. */
export const SIGN_IN_LOCK_SECONDS = { first: 60, longest: 15 * 60 } as const
export const SIGN_IN_FAILURE_TTL_SECONDS = 24 * 60 * 60
/**
 * An address that an account was opened or signed in from is not locked out by what others do elsewhere, for so long.
 * Longer than a token: whoever has to sign in again because his token ended is still known at his own address.
 */
export const KNOWN_IP_TTL_SECONDS = 3 * RIDER_TOKEN_SECONDS
/** For each address; generous, because a residence shares one. */
export const SIGN_INS_PER_HOUR = 300
export const SIGN_UPS_PER_HOUR = 100
export const LICENCE_UPLOADS_PER_HOUR = 100
/** Saves of a profile with another e-mail than before; others are not counted. */
export const EMAIL_CHANGES_PER_HOUR = { account: 10, address: 100 } as const
/** For each account. */
export const IMAGE_UPLOADS_PER_HOUR = 500
export const ORDERS_PER_MINUTE = 10
/** For each rider and booking. */
export const RESUMES_PER_MINUTE = 10
/** For each rider: what his page tells of payments, and what it asks of them. */
export const PAYMENT_CALLS_PER_MINUTE = 30
/** The provider was asked of an order: who asks for it again within this gets it as it is. */
export const ORDER_RECHECK_SECONDS = 5
/** So many failed attempts that a browser tells of are written down for a booking. */
export const REPORTED_ATTEMPTS_MAX = 20
/** Who has not booked for so long is forgotten, with his licence photo. */
export const RIDER_RETENTION_DAYS = 3 * 365
