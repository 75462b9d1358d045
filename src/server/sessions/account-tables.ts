import type { SessionType } from '#domain/routes.ts'

export const ACCOUNT_TABLES: Record<SessionType, string> = { admin: 'admins', user: 'users' }

/** The column of email_tokens and outbox that names the account. */
export const ACCOUNT_COLUMNS: Record<SessionType, 'admin_id' | 'user_id'> = { admin: 'admin_id', user: 'user_id' }
