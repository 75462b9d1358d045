// Numbers of the product's rules, waits and limits that several nouns share, with their units in the names. Those of one
// noun are in its folder.
// Times are plain products, because the bundler keeps an unused product of imported numbers.

export const MIN_AGE_YEARS = 18
export const PASSWORD_MIN_LENGTH = 8
/** Longer passwords are rejected before hashing, which is the most expensive work of the Worker. */
export const PASSWORD_MAX_LENGTH = 128
/** With country code no number has fewer digits; the most is 15, plus up to 3 of a prefix. */
export const PHONE_DIGITS = { min: 7, max: 18 } as const
/** Characters, including separators and an extension. */
export const PHONE_MAX_LENGTH = 30
/** Characters of an address in an SMTP command (RFC 5321). */
export const EMAIL_MAX_LENGTH = 254
/** Characters of other texts in requests, such as names. */
export const TEXT_MAX_LENGTH = 200
/** Characters of the address of a picture or a device. */
export const ADDRESS_MAX_LENGTH = 2000
/** More than a ride with its extensions costs. */
export const SHOWN_RUPEES_MAX = 100_000_000
/** Properties of a team member. */
export const MEMBER_PROPERTIES_MAX = 1000
/** Characters of a reason or note, by an admin or a browser. */
export const REASON_MAX_LENGTH = 500
export const NOTE_TO_STAFF_MAX_LENGTH = 200
export const PIN_DIGITS = 6
/** Total rupees for 1, 3, 6 and 12 hours, for properties without their own rates. */
export const DEFAULT_RATES = { hourly_1: 50, hourly_3: 140, hourly_6: 270, hourly_12: 500 } as const
export const DURATION_CHOICES_HOURS = [1, 3, 6, 12] as const
export const PLAN_HOURS = { min: 1, max: 24 } as const
/** Whole hours of one extension. */
export const EXTENSION_HOURS = { min: 1, max: 12 } as const
/** A ride can be extended until this long after its end. Not longer than the shortest extension. */
export const EXTENDABLE_MINUTES = 60
export const PLAN_COST_MIN_RUPEES = 1
export const RATE_MIN_RUPEES = 1
/** Highest price of a ride, so that a typing error never creates an order that the provider rejects. */
export const PRICE_MAX_RUPEES = 500_000
export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export const SLOT_MINUTES = 30
export const SLOT_LEAD_MINUTES = 30
/** Where rides start at once, the slot that has begun is offered for so long. */
export const NOW_MINUTES = 10
export const BOOKING_HORIZON_DAYS = 365
/** Characters of the note that says where a property's scooters are parked. */
export const PARKING_NOTE_MAX_LENGTH = 120
/** The cookie of the notices that a rider has read (stores/my-bookings/bookings.ts). */
export const READ_NOTICES_COOKIE = 'readNotices'
/** Days that the booking form shows without its calendar. */
export const DATE_STRIP_DAYS = 14
/** India's time is 5 hours and 30 minutes ahead of UTC, all year. */
export const DISPLAY_OFFSET_MS = 19_800_000
export const HOLD_SECONDS = 15 * 60
export const HOLD_MINUTES = HOLD_SECONDS / 60
/** Remaining time of a hold after its payment dialog is dismissed. Never lengthens a hold. */
export const DISMISSED_HOLD_SECONDS = 5 * 60
/** The payment dialog closes this long before the hold ends, so that a late payment does not lose the slot. */
export const CHECKOUT_MARGIN_SECONDS = 60
/** The dialog is never opened for less time than this. */
export const DIALOG_MIN_SECONDS = 30
/** How long an unpaid hold counts against its rider. */
export const UNPAID_HOLD_WINDOW_SECONDS = 24 * 60 * 60
/** Most counted unpaid holds of a rider on one scooter. */
export const UNPAID_HOLDS_PER_SCOOTER = 3
/** The same for all scooters together. */
export const UNPAID_HOLDS_PER_RIDER = 10
/** Most live unpaid holds from one address, of riders without a paid ride. */
export const FIRST_HOLDS_PER_ADDRESS = 5
/** How long a settling hold waits for the provider's answer. */
export const SETTLING_HOLD_SECONDS = 24 * 60 * 60
/** Age up to which an order is reconciled. */
export const RECONCILE_WINDOW_SECONDS = 72 * 60 * 60
/** Time limit of a provider call, retries included. */
export const PROVIDER_TIMEOUT_MS = 5_000
/** How long one request may take to create the provider order; then another request of the same rider may. */
export const ORDER_CREATION_LEASE_SECONDS = 10
/** Time limit of a database call; then the response is 503 with Retry-After. */
export const DATABASE_TIMEOUT_MS = 2_500
export const RETRY_AFTER_SECONDS = 3
/** Pauses between the tries of an alert. The last one repeats until the receiver takes it. */
export const ALERT_RETRY_MINUTES = [1, 2, 4, 8, 15] as const
export const ARRIVAL_REFRESH_MS = 500
export const REFRESH_INDICATOR_MS = 300
/** After this wait My Bookings shows the list saved on the device. */
export const SAVED_BOOKINGS_FALLBACK_MS = 2_500
/** How often the backend is polled while only saved bookings can be shown. */
export const OFFLINE_POLL_MS = 10_000
/** A page rendered with data refetches nothing if it is not older than this. */
export const INITIAL_DATA_FRESH_MS = 60_000
export const PROPERTY_CHANGE_REDIRECT_MS = 1_000
export const TOASTS_VISIBLE = 3
export const TOAST_MS = 4_000
/** How long a token and its cookies are valid, by session type. */
export const TOKEN_SECONDS = { admin: 12 * 60 * 60, user: 30 * 24 * 60 * 60 } as const
/** The same for a caretaker, who uses a phone of their own and has few rights. */
export const CARETAKER_TOKEN_SECONDS = 30 * 24 * 60 * 60
/** A photo of a returned scooter is deleted after this. */
export const RETURN_PHOTO_RETENTION_DAYS = 90
/** An unclaimed upload is deleted after this. */
export const UNCLAIMED_UPLOAD_SECONDS = 24 * 60 * 60
/** The riders and bookings of a manager's properties are counted up to this. */
export const STATS_COUNT_MAX = 1000
/** Bookings shown in the admin's overview. */
export const RECENT_BOOKINGS = 5
/** Days of the revenue in the admin's overview, with today. */
export const REVENUE_DAYS = 7
/** The rides listed before a scooter is set to Maintenance. */
export const UPCOMING_RIDES_SHOWN = 5
/** A search is sent after this pause in typing. */
export const SEARCH_DEBOUNCE_MS = 250
/** Characters. */
export const SEARCH_MAX_LENGTH = 100
/** A search lists at most this many riders, or scooters. If more match, it checks each row of the list instead. */
export const SEARCH_MATCHES_MAX = 500
/** Default page size of admin lists. */
export const PAGE_SIZE = 50
export const PAGE_SIZE_MAX = 200
/** What waits for somebody is listed up to this many of a kind. */
export const NEEDS_MAX = 20
/** Bookings shown per section in My Bookings, and added by each 'Show more'. */
export const MY_BOOKINGS_PAGE_SIZE = 20
/** One more than is shown, to detect more rows. */
export const MY_BOOKINGS_FIRST_LIMIT = MY_BOOKINGS_PAGE_SIZE + 1
/** Most bookings per section that a request may ask for. */
export const MY_BOOKINGS_LIMIT_MAX = 99
/** Deepest row that pages reach. Older rows are found by date or search. */
export const PAGINATION_MAX_ROWS = 10_000
/** A call without an answer, or whose answer stands still, is aborted after this. */
export const API_TIMEOUT_MS = 15_000
/** A GET is retried once after this, on network failure or 502 to 504. */
export const READ_RETRY_DELAYS_MS = [500] as const
/** Payment reports are retried at growing intervals, within API_TIMEOUT_MS in total. */
export const PAYMENT_RETRY_DELAYS_MS = [500, 1500, 4000] as const
/** How long a sign-out waits for the server. After that the next page retries it. */
export const SIGN_OUT_TIMEOUT_MS = 2000
/** An upload without progress for this long is aborted. A poor network may take much of this for one part. */
export const UPLOAD_STALL_MS = 45_000
export const PASSWORD_RESET_MINUTES = 60
export const CONFIRM_EMAIL_HOURS = 72
/** A press that a phone says is older has the time of a wrong clock. */
export const KEPT_PRESS_DAYS = 7
/** How long the link of an invitation works. */
export const INVITATION_HOURS = 72
/** Most failed attempts recorded per booking from browser reports. */
export const REPORTED_ATTEMPTS_MAX = 20
/** Days after the last ride until a rider is deleted who has asked for it, because fines arrive late. */
export const KEPT_AFTER_RIDE_DAYS = 90
/** Riders without a booking for this long are deleted, with their licence photo. */
export const RIDER_RETENTION_DAYS = 3 * 365

/** How long the contact of security.txt is valid after each request. RFC 9116 recommends less than a year. */
export const SECURITY_TXT_DAYS = 180

// The HTTP statuses that the browser's code compares with. A refusal's status is in contract/kit/refusals.ts.

export const UNAUTHORISED = 401
export const NOT_FOUND = 404
