// The columns that hold something of a rider, and the SQL of what the deletion of the rider leaves in them. A test fails
// on a column that is neither here nor excused (tests/architecture/personal-columns.test.ts).

const NOTHING = 'NULL'
const EMPTY = "''"

/** The rows stay. */
export const FORGOTTEN = {
  // What admins wrote. Amounts stay, which stand before the words.
  audits: {
    detail: `iif(action IN ('refund_booking', 'pay_compensation'), substr(detail, 1, instr(detail || ' · ', ' · ') - 1), NULL)`
  },
  bookings: { cancel_reason: NOTHING, note_to_staff: NOTHING, return_photo_id: NOTHING },
  compensations: { note: NOTHING },
  outbox: { body: NOTHING, error: NOTHING, facts: NOTHING, subject: NOTHING },
  // The browser reported some of these reasons, so they may contain anything.
  payments: { reason: NOTHING },
  // The problem itself stays: it is about a scooter. Riders read the note on one that is not fixed.
  problems: { note: "iif(state = 'fixed', NULL, note)", photo_id: NOTHING, user_id: NOTHING, words: NOTHING },
  refunds: { note: NOTHING },
  users: {
    date_of_birth: EMPTY,
    email: "'deleted-' || id",
    email_confirmed_at: NOTHING,
    license_photo_url: EMPTY,
    license_reason: NOTHING,
    license_status: "'unreviewed'",
    license_valid_until: NOTHING,
    license_waits_since: NOTHING,
    name: ':deletedName',
    name_key: NOTHING,
    password_hash: EMPTY,
    phone: EMPTY,
    profile_image_url: NOTHING,
    property_id: NOTHING,
    suspended_at: NOTHING
  }
} as const

/** The rows of the rider are deleted, by their `user_id`. */
export const DELETED_WITH_RIDER = ['email_tokens', 'push_subscriptions', 'rider_notes', 'rider_words'] as const
