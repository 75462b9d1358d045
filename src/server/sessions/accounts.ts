import { TERMS_VERSION } from '#domain/operator.ts'
import type { SessionType } from '#domain/routes.ts'

export const ACCOUNT_TABLES: Record<SessionType, string> = { admin: 'admins', user: 'users' }

/** The column of email_tokens, outbox and push_subscriptions that names the account. */
export const ACCOUNT_COLUMNS: Record<SessionType, 'admin_id' | 'user_id'> = { admin: 'admin_id', user: 'user_id' }

// Ends the links and the devices of an account whose password somebody else may know. Parameter of both: :account.
// `when` is SQL and true if the change of the same batch took place.

/** The links of mails can no longer be used. */
export const deleteUnusedLinks = (type: SessionType, when: string) => `
DELETE FROM email_tokens WHERE ${ACCOUNT_COLUMNS[type]} = :account AND used_at IS NULL AND ${when}`

/** The account's devices show no more messages. `kept` is SQL: the endpoint of a device that keeps them, or NULL. */
export const deletePushDevices = (type: SessionType, when: string, kept = 'NULL') =>
  `DELETE FROM push_subscriptions WHERE ${ACCOUNT_COLUMNS[type]} = :account AND endpoint IS NOT ${kept} AND ${when}`

/** The terms that a call agrees to. A page of an earlier version has shown other terms than the present ones. */
export const agreedVersion = (sent: string | null | undefined) => (sent === TERMS_VERSION ? sent : null)

/** SQL: :rider agrees to :version at :now, once. `when` is true if the change of the same batch took place. */
export const recordConsent = (when: string) => `
INSERT INTO consents (user_id, version, agreed_at)
SELECT :rider, :version, :now FROM users WHERE id = :rider AND deleted_at IS NULL AND :version IS NOT NULL AND ${when}
    ON CONFLICT DO NOTHING`
