import type { D1PreparedStatement } from '@cloudflare/workers-types'
import * as contract from '#contract/riders/confirm-email.ts'
import { CONFIRM_EMAIL_HOURS } from '#domain/constants.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import * as confirmEmailText from '#messages/account/confirm-email.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { assertSameOrigin, implement } from '#server/http/operation.ts'
import { limitConfirmLinks, limitResetAttempts } from '#server/http/throttle.ts'
import { linkMessage } from '#server/outbox/insert-message.ts'
import { newId } from '#server/runtime/crypto.ts'
import { deliversMail } from '#server/runtime/env.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { emailToken, hashOfToken } from '#server/sessions/tokens.ts'

// Whether a rider's email reaches the rider. It is a fact for the rider and the staff, and stops nothing.

const UNCONFIRMED = 'FROM users a WHERE a.id = :rider AND a.deleted_at IS NULL AND a.email_confirmed_at IS NULL'

const NEW_LINK = [
  // A newer link ends the older ones.
  "DELETE FROM email_tokens WHERE user_id = :rider AND kind = 'confirm_email' AND used_at IS NULL AND hash <> :hash",
  `INSERT INTO email_tokens (hash, kind, user_id, expires_at)
   SELECT :hash, 'confirm_email', a.id, :expires ${UNCONFIRMED} ON CONFLICT (hash) DO NOTHING`,
  linkMessage({ column: 'user_id', from: UNCONFIRMED, kind: 'confirm_email' })
]

/** Statements that mail a rider a link to an email that is not confirmed. None without a mail service. */
export function confirmLink(rider: string, now: Date): D1PreparedStatement[] {
  if (!deliversMail()) return []
  const tokenId = newId()
  const expires = secondsOf(now) + CONFIRM_EMAIL_HOURS * HOUR_SECONDS
  const params = { expires, hash: hashOfToken(emailToken(tokenId)), now: secondsOf(now), rider, tokenId }
  return NEW_LINK.map(statement => prepareNamed(statement, params))
}

export const sendConfirmLink = implement(contract.sendConfirmLink, async (_, { id }, call) => {
  assertSameOrigin(call)
  if (!deliversMail()) throw refusal('not_found')
  await limitConfirmLinks(id, call.now)
  const rider = prepareNamed('SELECT email, email_confirmed_at FROM users WHERE id = :id', { id })
  const { found } = await runIdempotent<{ found: { email: string; email_confirmed_at: number | null } }>({
    link: confirmLink(id, call.now),
    found: rider
  })
  const [account] = found.results
  if (!account) throw refusal('account_not_found')
  const isConfirmed = account.email_confirmed_at !== null
  return { message: isConfirmed ? confirmEmailText.confirmed : confirmEmailText.linkSent(account.email) }
})

// Parameters: :hash of the token and :now.
const IS_LINK = "t.hash = :hash AND t.kind = 'confirm_email'"
const IS_LINK_VALID = `${IS_LINK} AND t.used_at IS NULL AND t.expires_at > :now`

const CONFIRM = `
UPDATE users SET email_confirmed_at = :now
 WHERE deleted_at IS NULL AND id = (SELECT t.user_id FROM email_tokens t WHERE ${IS_LINK_VALID})`

const USE_LINK = `UPDATE email_tokens AS t SET used_at = :now WHERE ${IS_LINK_VALID}`

const SELECT_CONFIRMED = `
SELECT 1 FROM email_tokens t JOIN users u ON u.id = t.user_id AND u.email_confirmed_at IS NOT NULL
 WHERE ${IS_LINK} AND t.used_at IS NOT NULL`

export const confirmEmail = implement(contract.confirmEmail, async ({ body }, _, call) => {
  assertSameOrigin(call)
  await limitResetAttempts(call)
  const { confirmed } = await runIdempotent<{ confirmed: object }>(
    { confirm: CONFIRM, use: USE_LINK, confirmed: SELECT_CONFIRMED },
    { hash: hashOfToken(body.token), now: secondsOf(call.now) }
  )
  if (confirmed.results.length === 0) throw refusal('link_expired')
  return { message: confirmEmailText.confirmed }
})
