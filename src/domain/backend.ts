/**
 * Whether the pages call the API of their own Worker. Another backend has only the calls of the specification. The
 * build inlines the value. Therefore it compares the variable itself: a constant of another file is not inlined in
 * time.
 */
export const IS_BACKEND_EMBEDDED = (import.meta.env.PUBLIC_API_BASE_URL ?? '') === ''

// What our own backend has beside the calls of the specification. A screen asks for what it needs.

/** Booked times, free scooters, the time to pay, completing a payment later, cancelling a hold. */
export const HAS_HOLDS = IS_BACKEND_EMBEDDED
/** Cancelling, extending, moving and returning a paid ride, and problems. */
export const HAS_RIDE_CHANGES = IS_BACKEND_EMBEDDED
export const HAS_REMINDERS = IS_BACKEND_EMBEDDED
/** The operator's pages, and consent to them. */
export const HAS_OPERATOR_PAGES = IS_BACKEND_EMBEDDED
/** Changing the password, ending sessions, a rider's own data as a file, and the deletion of the account. */
export const HAS_ACCOUNT_CALLS = IS_BACKEND_EMBEDDED
/** Storage for images and licence photos. */
export const HAS_OWN_STORAGE = IS_BACKEND_EMBEDDED
/** The files of riders: the review of their licences, their bookings, their deletion. */
export const HAS_RIDER_FILES = IS_BACKEND_EMBEDDED
/** Guests without an email, bookings by hand, paid at the desk, and slips with a PIN. */
export const HAS_DESK = IS_BACKEND_EMBEDDED
/** Roles, who is signed in, and a note of a rider to the staff. */
export const HAS_STAFF = IS_BACKEND_EMBEDDED
/** Rules, pauses and the parking note of a property. */
export const HAS_PROPERTY_RULES = IS_BACKEND_EMBEDDED
/** The papers of a scooter, who rode it, and its sticker, whose scan shows it to others than its property's riders. */
export const HAS_FLEET_RECORDS = IS_BACKEND_EMBEDDED
/** The payments of a booking, their receipts, the revenue and the owner's books. */
export const HAS_PAYMENTS = IS_BACKEND_EMBEDDED
/** Lists that search, filter, sort and have pages. */
export const HAS_LIST_QUERIES = IS_BACKEND_EMBEDDED
/** An update keeps the fields that it omits. */
export const KEEPS_OMITTED_FIELDS = IS_BACKEND_EMBEDDED
/** Its ids are strings. Those of an external backend may be numbers. */
export const HAS_TEXT_IDS = IS_BACKEND_EMBEDDED
