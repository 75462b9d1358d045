// What the embedded backend adds to the specification. An external backend has none of it. The build inlines these
// constants. Therefore they compare the variable itself: a constant of another file is not inlined in time.

const IS_EMBEDDED = (import.meta.env.PUBLIC_API_BASE_URL ?? '') === ''

/** The times at which a scooter is booked, before the rider chooses one. */
export const HAS_AVAILABILITY = IS_EMBEDDED
/** The scooter is held while the rider pays. The payment of a hold can be resumed, and the hold cancelled. */
export const HAS_HOLDS = IS_EMBEDDED
/** Riders cancel and extend paid bookings. */
export const HAS_RIDE_ACTIONS = IS_EMBEDDED
/** Lists return a part of the rows, searched, filtered and sorted. An external backend may return all rows. */
export const HAS_PAGED_LISTS = IS_EMBEDDED
/** An update keeps the fields that the request omits. An external backend may require all fields. */
export const HAS_PARTIAL_UPDATES = IS_EMBEDDED
/** The payments of a booking, refunds and disputes. */
export const HAS_PAYMENTS = IS_EMBEDDED
export const HAS_ACTIVITY_LOG = IS_EMBEDDED
/** The health of the installation, and what is set up. */
export const HAS_SYSTEM_STATUS = IS_EMBEDDED
export const HAS_REVENUE = IS_EMBEDDED
/** Mails and push messages to riders. */
export const HAS_MESSAGES = IS_EMBEDDED
export const HAS_RIDER_DELETION = IS_EMBEDDED
export const HAS_PARKING_NOTES = IS_EMBEDDED
/** Storage for images, and for licence photos that only admins can read. */
export const HAS_PICTURE_STORAGE = IS_EMBEDDED
/** The change of a password, and the end of all sessions. */
export const HAS_ACCOUNT_DIALOGS = IS_EMBEDDED
/** A sign-in sets the routing cookie, and a sign-out revokes the token. */
export const HAS_SERVER_SESSIONS = IS_EMBEDDED
/** The rules of a property, and the PINs to change because of them. */
export const HAS_PROPERTY_RULES = IS_EMBEDDED
