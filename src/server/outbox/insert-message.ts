import type { MessageKind } from '#domain/outbox/outbox.ts'

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
export const insertMessage = (message: MessageInsert) => {
  const {
    admin = 'NULL',
    booking = 'NULL',
    channel = "'mail'",
    expires,
    facts = 'NULL',
    from,
    kind,
    occasion,
    user = 'NULL'
  } = message
  return `
INSERT INTO outbox (id, key, kind, channel, user_id, admin_id, booking_id, facts, due_at, expires_at, state, created_at)
SELECT lower(hex(randomblob(16))), '${kind}:' || ${occasion}, '${kind}', ${channel}, ${user}, ${admin},
       ${booking}, ${facts}, :now, ${expires}, 'due', :now
${from}
    ON CONFLICT (key) DO NOTHING`
}

/** SQL: a rider has a device that takes push messages. */
export const hasPushDevice = (user: string) => `EXISTS (SELECT 1 FROM push_subscriptions d WHERE d.user_id = ${user})`

/** SQL: push to a rider with a device for it, else mail. */
export const pushOrMail = (user: string) => `iif(${hasPushDevice(user)}, 'push', 'mail')`
