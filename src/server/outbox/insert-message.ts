import type { BookingKind } from '#domain/bookings/booking-status.ts'
import { type LinkKind, MESSAGE_LIFE_DAYS, type MessageKind } from '#domain/outbox/outbox.ts'
import { DAY_SECONDS } from '#domain/time/time-units.ts'
import { secondsOf } from '#server/db/sql.ts'
import { newId } from '#server/runtime/crypto.ts'
import { emailToken, hashOfToken } from '#server/sessions/sessions.ts'
import { bookingBlock } from '#server/slots/hold-limits.ts'
import { openRidesOf } from '#server/slots/scooter-state.ts'

/** Every value is SQL, such as a column or a parameter. The batch needs the parameter :now. */
interface MessageInsert {
  kind: MessageKind
  /** The occasion after the kind. A second message about it is not inserted, by whichever channel. */
  occasion: string
  /** 'mail' if missing. */
  channel?: string
  user?: string
  admin?: string
  booking?: string
  facts?: string
  /** The message is not sent after this time. */
  expires: string
  /** FROM and WHERE of the rows that get a message. */
  from: string
}

/** SQL: adds a message for each row of `from`. For a batch, after the change that the message reports. */
export const insertMessage = ({
  admin = 'NULL',
  booking = 'NULL',
  channel = "'mail'",
  expires,
  facts = 'NULL',
  from,
  kind,
  occasion,
  user = 'NULL'
}: MessageInsert) => `
INSERT INTO outbox (id, key, kind, channel, user_id, admin_id, booking_id, facts, due_at, expires_at, state, created_at)
SELECT lower(hex(randomblob(16))), '${kind}:' || ${occasion}, '${kind}', ${channel}, ${user}, ${admin},
       ${booking}, ${facts}, :now, ${expires}, 'due', :now
${from}
    ON CONFLICT (key) DO NOTHING`

/** SQL: an account has a device that takes push messages. */
export const hasPushDevice = (account: string, column: 'admin_id' | 'user_id' = 'user_id') =>
  `EXISTS (SELECT 1 FROM push_subscriptions d WHERE d.${column} = ${account})`

/** SQL: push to an account with a device for it, else mail. */
export const pushOrMail = (...account: Parameters<typeof hasPushDevice>) =>
  `iif(${hasPushDevice(...account)}, 'push', 'mail')`

// The messages of the batches that change a ride or its money. Each statement runs after its change and matches on the
// change's time, so a later batch adds no second message. All batches have the parameter :now.

/** SQL: when a message expires if no time of a ride ends it earlier. */
export const MESSAGE_LIFE = `:now + ${MESSAGE_LIFE_DAYS * DAY_SECONDS}`

/** SQL: a payment has confirmed the row just now. Parameters: :id of the row and :payment. */
const fromConfirmed = (kind: BookingKind) => `
  FROM bookings b
 WHERE b.id = :id AND b.kind = '${kind}' AND b.state = 'confirmed' AND b.payment_id = :payment AND b.paid_at = :now`

const ofRow = { booking: 'b.id', expires: 'b.end_at', occasion: 'b.id', user: 'b.user_id' }

const BOOKED = insertMessage({ ...ofRow, from: fromConfirmed('ride'), kind: 'booked' })

const EXTENDED = insertMessage({ ...ofRow, from: fromConfirmed('extension'), kind: 'extended' })

const EXTENDED_BY_PUSH = insertMessage({
  ...ofRow,
  channel: "'push'",
  from: `${fromConfirmed('extension')} AND ${hasPushDevice('b.user_id')}`,
  kind: 'extended',
  occasion: "b.id || '-push'"
})

const ofRefund = {
  booking: 'r.booking_id',
  expires: MESSAGE_LIFE,
  facts: "json_object('paise', r.paise, 'reason', r.reason)",
  occasion: 'r.id',
  user: 'b.user_id'
}

/** SQL: the payment of `r` gives the rider no ride. A paid ride that is cancelled has a message of its own. */
const IS_PAYMENT_LOST =
  "(r.reason IN ('extra_payment', 'own_ride', 'slot_lost') OR (r.reason = 'cancelled' AND b.payment_id IS NULL))"

const PAYMENT_LOST = insertMessage({
  ...ofRefund,
  from: `
  FROM refunds r JOIN bookings b ON b.id = r.booking_id
 WHERE r.id = :payment AND ${IS_PAYMENT_LOST} AND r.created_at = :now`,
  kind: 'payment_lost'
})

/** For SETTLE (server/payments/settle.ts): the payment has confirmed its row, or it is refunded. */
export const SETTLE_MESSAGES = [BOOKED, EXTENDED, EXTENDED_BY_PUSH, PAYMENT_LOST]

/** For the batch that processes refunds of :payment. */
export const REFUNDED_MESSAGE = insertMessage({
  ...ofRefund,
  from: `
  FROM refunds r JOIN bookings b ON b.id = r.booking_id
 WHERE r.payment_id = :payment AND r.status = 'processed' AND r.processed_at = :now`,
  kind: 'refunded'
})

/** For the batch that cancels the paid ride :ride. */
export const CANCELLED_MESSAGE = insertMessage({
  booking: 'b.id',
  expires: MESSAGE_LIFE,
  from: `
  FROM bookings b
 WHERE b.id = :ride AND b.kind = 'ride' AND b.state = 'cancelled' AND b.payment_id IS NOT NULL AND b.updated_at = :now`,
  kind: 'cancelled',
  occasion: 'b.id',
  user: 'b.user_id'
})

/** For the batch that moves :ride, after its rows have moved. Parameters: :from, its scooter before, and :end. */
export function movedMessages(when: string): string[] {
  const message = {
    booking: 'b.id',
    expires: ':end',
    facts: `json_object('scooter', b.scooter_name, 'before', (SELECT s.name FROM scooters s WHERE s.id = :from))`,
    from: `FROM bookings b WHERE b.id = :ride AND ${when}`,
    kind: 'moved',
    occasion: "b.id || ':' || b.revision",
    user: 'b.user_id'
  } as const
  const byPush = {
    ...message,
    channel: "'push'",
    from: `${message.from} AND ${hasPushDevice('b.user_id')}`,
    occasion: `${message.occasion} || '-push'`
  }
  return [message, byPush].map(insertMessage)
}

/**
 * For the batch that sets a new PIN on :scooter, before that change and under the same condition: one message for each
 * ride ahead, under way or late whose rider has read the old PIN. With `rides`, for these only.
 */
export const pinChangedMessage = (when: string, rides = openRidesOf('scooter_id', ':scooter')) =>
  insertMessage({
    booking: 'seen.id',
    channel: pushOrMail('seen.user_id'),
    expires: 'seen.until',
    from: `
  FROM (SELECT ride, id, user_id, max(until) AS until FROM (${rides})
         WHERE (SELECT r.pin_seen_at FROM bookings r WHERE r.id = ride) IS NOT NULL GROUP BY ride) seen
 WHERE ${when}`,
    kind: 'pin_changed',
    occasion: "seen.ride || ':' || :now",
    user: 'seen.user_id'
  })

// The messages of the batches that decide about a rider (server/review/decide.ts). Parameters: :rider, and the :entry
// in the activity log that says that the batch has decided.

const decided = (kind: MessageKind, { facts, from = '' }: { facts?: string; from?: string } = {}) =>
  insertMessage({
    expires: MESSAGE_LIFE,
    ...(facts && { facts }),
    from: `
  FROM users u
  ${from ? `CROSS JOIN (SELECT 1 AS needs_license) usual LEFT JOIN property_settings rules ON rules.property_id = u.property_id` : ''}
 WHERE u.id = :rider AND EXISTS (SELECT 1 FROM audits WHERE id = :entry) ${from}`,
    kind,
    occasion: ':entry',
    user: 'u.id'
  })

/** Before the change of the rider. An approval is told only to a rider who could not book before. */
export const DECISION_MESSAGES = {
  approve: decided('license_approved', { from: `AND (${bookingBlock(':now', { scooter: 'usual' })}) IS NOT NULL` }),
  reject: decided('license_rejected', { facts: "json_object('reason', :reason)" }),
  restore: decided('restored'),
  suspend: decided('suspended')
} as const

// The messages of the batches that change an account.

/**
 * For the batch that changes the email of :rider to :email, before that change. The mail goes to the old address, so
 * that nobody takes over an account unnoticed.
 */
export const EMAIL_CHANGED_MESSAGE = insertMessage({
  expires: MESSAGE_LIFE,
  facts: "json_object('email', u.email)",
  from: 'FROM users u WHERE u.id = :rider AND u.email <> :email AND u.deleted_at IS NULL',
  kind: 'email_changed',
  occasion: "u.id || ':' || :now",
  user: 'u.id'
})

interface NewLink {
  /** That of the account. */
  column: 'admin_id' | 'user_id'
  /** Selects the account as `a`. */
  from: string
  kind: LinkKind
  /** More facts, as names and SQL values. */
  facts?: string
}

/** A link of an account that ends the older ones of its kind, and its mail. Parameters: `linkParams`. */
export const newLink = ({ column, facts, from, kind }: NewLink): string[] => [
  `DELETE FROM email_tokens
    WHERE ${column} = (SELECT a.id ${from}) AND kind = '${kind}' AND used_at IS NULL AND hash <> :hash`,
  `INSERT INTO email_tokens (hash, kind, ${column}, expires_at)
   SELECT :hash, '${kind}', a.id, :expires ${from} ON CONFLICT (hash) DO NOTHING`,
  insertMessage({
    [column === 'admin_id' ? 'admin' : 'user']: 'a.id',
    expires: ':expires',
    facts: `json_object('hash', :hash, 'token_id', :tokenId${facts ? `, ${facts}` : ''})`,
    from,
    kind,
    occasion: ':tokenId'
  })
]

export function linkParams(lifeSeconds: number, instant: Date) {
  const tokenId = newId()
  const now = secondsOf(instant)
  return { expires: now + lifeSeconds, hash: hashOfToken(emailToken(tokenId)), now, tokenId }
}
