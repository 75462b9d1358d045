import * as contract from '#contract/auth/passwords.ts'
import { PASSWORD_RESET_MINUTES } from '#domain/constants.ts'
import type { SessionType } from '#domain/routes.ts'
import { MINUTE_SECONDS } from '#domain/time/time-units.ts'
import * as passwordResetText from '#messages/account/password-reset.ts'
import { activityInsert, ownActivityInsert } from '#server/activity/activity.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { hasEmail } from '#server/db/schema/riders.ts'
import { secondsOf } from '#server/db/sql.ts'
import { assertSameOrigin, type CallContext, implement } from '#server/http/operation.ts'

import {
  beginSignInAttempt,
  forgetSignInFailures,
  limitPasswordResets,
  limitResetAttempts
} from '#server/http/throttle.ts'
import { linkParams, newLink } from '#server/outbox/insert-message.ts'

import { notAuthenticated, refusal } from '#server/runtime/refusal.ts'
import { ACCOUNT_COLUMNS, ACCOUNT_TABLES, deletePushDevices, deleteUnusedLinks } from '#server/sessions/accounts.ts'
import { hashOfToken } from '#server/sessions/sessions.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'
import { openSession } from './sign-in.ts'

// A new password by the present one.

const selectOwnAccount = (table: string) =>
  `SELECT email, password_hash FROM ${table} WHERE id = :account AND token_version = :version AND deleted_at IS NULL`

// Each hash has its own salt. An equal stored hash therefore means that this same statement already ran.
const updatePassword = (table: string) => `
UPDATE ${table} SET password_hash = :hash, token_version = :version + 1
 WHERE id = :account AND deleted_at IS NULL
   AND (token_version = :version OR (token_version = :version + 1 AND password_hash = :hash))
RETURNING id`

/** Ends the links in mails and the messages on other devices, which sessions with the old password have made. */
const endAccess = (type: SessionType) => {
  const isChanged = `EXISTS (SELECT 1 FROM ${ACCOUNT_TABLES[type]} WHERE id = :account AND password_hash = :hash)`
  return [deleteUnusedLinks(type, isChanged), deletePushDevices(type, isChanged, ':device')]
}

export const changePassword = implement(contract.changePassword, async ({ body }, account, call) => {
  assertSameOrigin(call)
  const { id, staff, type, version } = account
  const table = ACCOUNT_TABLES[type]
  const stored = await prepareNamed(selectOwnAccount(table), { account: id, version }).first<{
    email: string
    password_hash: string
  }>()
  if (!stored) throw notAuthenticated()
  const succeeded = await beginSignInAttempt(type, stored.email, call)
  if (!(await passwordMatches(body.current_password, stored.password_hash))) throw refusal('wrong_password')
  await succeeded()
  const hash = await hashPassword(body.password)
  const logged = ownActivityInsert('change_password', account, call)
  const { updated } = await runIdempotent<{ updated: object }>(
    { logged, updated: updatePassword(table), end: endAccess(type) },
    { account: id, device: body.device ?? null, hash, version }
  )
  if (updated.results.length === 0) throw refusal('password_changed')
  return openSession(type, { id, role: staff?.role, token_version: version + 1 }, call)
})

// A new password by the link of a mail. The work is the same whether or not the address has an account.

/** An invited admin has a link already. A guest without an email has no password. */
const fromAccount = (type: SessionType) =>
  `FROM ${ACCOUNT_TABLES[type]} a
    WHERE a.email = :email AND a.deleted_at IS NULL AND ${type === 'admin' ? 'a.invited_at IS NULL' : hasEmail('a')}`

async function request(type: SessionType, email: string, call: CallContext) {
  assertSameOrigin(call)
  await limitPasswordResets(type, email, call)
  const link = newLink({ column: ACCOUNT_COLUMNS[type], from: fromAccount(type), kind: 'password_reset' })
  await runIdempotent(link, { ...linkParams(PASSWORD_RESET_MINUTES * MINUTE_SECONDS, call.now), email })
  return { message: passwordResetText.linkSent }
}

export const requestPasswordReset = implement(contract.requestPasswordReset, ({ body }, _, call) =>
  request('user', body.email, call)
)

export const requestAdminPasswordReset = implement(contract.requestAdminPasswordReset, ({ body }, _, call) =>
  request('admin', body.email, call)
)

// Parameters: :hash of the token and :now.
const isLinkValid = (link: string) =>
  `${link}.hash = :hash AND ${link}.kind IN ('password_reset', 'invitation')
   AND ${link}.used_at IS NULL AND ${link}.expires_at > :now`

const SELECT_ACCOUNT_OF_LINK = `
SELECT coalesce(u.id, a.id) AS id, coalesce(u.email, a.email) AS email, iif(u.id IS NULL, 'admin', 'user') AS type
  FROM email_tokens t
  LEFT JOIN users u ON u.id = t.user_id AND u.deleted_at IS NULL
  LEFT JOIN admins a ON a.id = t.admin_id AND a.deleted_at IS NULL
 WHERE ${isLinkValid('t')} AND coalesce(u.id, a.id) IS NOT NULL`

const HAS_VALID_LINK = `EXISTS (SELECT 1 FROM email_tokens t WHERE ${isLinkValid('t')})`

/** An invited admin joins by it, and a rider's email is confirmed by it. */
const setPassword = (type: SessionType) => `
UPDATE ${ACCOUNT_TABLES[type]} SET password_hash = :passwordHash, token_version = token_version + 1,
       ${type === 'admin' ? 'invited_at = NULL' : 'email_confirmed_at = coalesce(email_confirmed_at, :now)'}
 WHERE id = :account AND deleted_at IS NULL AND ${HAS_VALID_LINK}`

const USE_LINK = `UPDATE email_tokens SET used_at = :now WHERE ${isLinkValid('email_tokens')}`

// Each hash has its own salt. An equal stored hash therefore means that this link set it.
const selectIsSet = (table: string) => `SELECT 1 FROM ${table} WHERE id = :account AND password_hash = :passwordHash`

async function findAccountOfLink(token: string, call: CallContext) {
  const link = { hash: hashOfToken(token), now: secondsOf(call.now) }
  return {
    account: await prepareNamed(SELECT_ACCOUNT_OF_LINK, link).first<{ email: string; id: string; type: SessionType }>(),
    link
  }
}

export const checkResetLink = implement(contract.checkResetLink, async ({ body }, _, call) => {
  assertSameOrigin(call)
  const { account } = await findAccountOfLink(body.token, call)
  return { email: account?.email, is_valid: account !== null }
})

/** Of two requests with one link, one sets its password. */
export const resetPassword = implement(contract.resetPassword, async ({ body }, _, call) => {
  assertSameOrigin(call)
  await limitResetAttempts(call)
  const { account, link } = await findAccountOfLink(body.token, call)
  if (!account) throw refusal('link_expired')
  const table = ACCOUNT_TABLES[account.type]
  const params = { ...link, account: account.id, passwordHash: await hashPassword(body.password) }
  const entry = { action: 'change_password', subject: account.id } as const
  const change = { admin: account, now: call.now, when: HAS_VALID_LINK }
  const { isSet } = await runIdempotent<{ isSet: object }>(
    {
      logged: account.type === 'admin' ? [activityInsert(entry, change, link)] : [],
      set: [setPassword(account.type), deletePushDevices(account.type, HAS_VALID_LINK), USE_LINK],
      end: deleteUnusedLinks(account.type, `(${selectIsSet(table)})`),
      forget: forgetSignInFailures(account.type, account.email, call),
      isSet: selectIsSet(table)
    },
    params
  )
  if (isSet.results.length === 0) throw refusal('link_expired')
  return { message: passwordResetText.passwordSaved }
})
