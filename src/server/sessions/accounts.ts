import type { SessionType } from '#domain/routes.ts'

export const ACCOUNT_TABLES: Record<SessionType, string> = { admin: 'admins', user: 'users' }

/** The column of email_tokens and outbox that names the account. */
export const ACCOUNT_COLUMNS: Record<SessionType, 'admin_id' | 'user_id'> = { admin: 'admin_id', user: 'user_id' }

// Ends the links and the devices of an account whose password somebody else may know. Parameter of both: :account.
// `when` is SQL and true if the change of the same batch took place.

/** The links of mails can no longer be used. */
export const deleteUnusedLinks = (type: SessionType, when: string) => `
DELETE FROM email_tokens WHERE ${ACCOUNT_COLUMNS[type]} = :account AND used_at IS NULL AND ${when}`

/** The rider's phones show no more reminders. `kept` is SQL: the endpoint of a device that keeps them, or NULL. */
export const deletePushDevices = (when: string, kept = 'NULL') =>
  `DELETE FROM push_subscriptions WHERE user_id = :account AND endpoint IS NOT ${kept} AND ${when}`
