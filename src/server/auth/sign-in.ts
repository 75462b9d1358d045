import * as contract from '#contract/auth/sign-in.ts'
import * as signUpContract from '#contract/auth/sign-up.ts'
import type { ServerInput } from '#contract/kit/endpoint.ts'
import type { SessionType } from '#domain/routes.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as appShellText from '#messages/app-shell.ts'
import { activityInsert, ownActivityInsert } from '#server/activity/activity.ts'
import { assertJoinCode, storedJoinCode } from '#server/catalogue/properties.ts'
import { d1, db, prepareNamed, refuseDuplicate, runIdempotent } from '#server/db/client.ts'
import { revoked_tokens } from '#server/db/schema/auth.ts'
import { hasEmail } from '#server/db/schema/riders.ts'
import { secondsOf } from '#server/db/sql.ts'
import { assertSameOrigin, type CallContext, implement } from '#server/http/operation.ts'
import { beginSignInAttempt, limitSignUps, rememberClientIp } from '#server/http/throttle.ts'
import { confirmLink } from '#server/riders/profile.ts'
import { saveWords } from '#server/riders/search.ts'
import { newId } from '#server/runtime/crypto.ts'
import { invalidField, notAuthenticated, refusal } from '#server/runtime/refusal.ts'
import { ACCOUNT_TABLES, agreedVersion, deletePushDevices, recordConsent } from '#server/sessions/accounts.ts'
import {
  bearerToken,
  expiredCookies,
  newToken,
  readSessionCookies,
  readToken,
  type SessionAccount,
  sessionCookies
} from '#server/sessions/sessions.ts'
import { IS_NEW_LICENCE, licenceIdOf } from '#server/uploads/claims.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'

interface Account extends SessionAccount {
  password_hash: string
}

/** Whoever signs in stays, although the rider has asked for the deletion. */
const STAY = `
UPDATE users SET deletion_asked_at = NULL
 WHERE id = :account AND token_version = :version AND deletion_asked_at IS NOT NULL`

export const signIn = implement(contract.signIn, async ({ body }, _, call) => {
  return openSession('user', await authenticate('user', body, call), call)
})

export const signInAdmin = implement(contract.signInAdmin, async ({ body }, _, call) => {
  const admin = await authenticate('admin', body, call)
  await activityInsert({ action: 'sign_in', subject: admin.id }, { admin, now: call.now }).run()
  return openSession('admin', admin, call)
})

const selectAccount = (type: SessionType) => `
SELECT id, password_hash, token_version${type === 'admin' ? ', role' : ''} FROM ${ACCOUNT_TABLES[type]}
 WHERE email = :email AND deleted_at IS NULL AND ${type === 'admin' ? 'invited_at IS NULL' : hasEmail('users')}`

type Credentials = ServerInput<typeof contract.signIn>['body']

/** Returns the account with this email and password. Throws 401 if there is none. */
async function authenticate(type: SessionType, { email, password }: Credentials, call: CallContext): Promise<Account> {
  assertSameOrigin(call)
  const succeeded = await beginSignInAttempt(type, email, call)
  const account = await prepareNamed(selectAccount(type), { email }).first<Account>()
  const matches = await passwordMatches(password, account?.password_hash ?? null)
  if (!account || !matches) throw notAuthenticated('wrong_credentials')
  const { id, token_version: version } = account
  await succeeded(...(type === 'user' ? [prepareNamed(STAY, { account: id, version })] : []))
  return account
}

/** Creates a token, sets the session cookies and returns the body of a sign-in or sign-up. */
export async function openSession(type: SessionType, account: SessionAccount, call: CallContext) {
  const token = await newToken(type, account, call.now)
  for (const cookie of sessionCookies(type, account, { isSecure: call.isSecure, token }))
    call.responseHeaders.append('set-cookie', cookie)
  return { access_token: token }
}

/** Revokes the tokens in the header and the cookie. Succeeds without a token too. */
export const signOut = implement(contract.signOut, async (_input, _actor, call) => {
  assertSameOrigin(call)
  const tokens = [bearerToken(call.headers), readSessionCookies(call.headers).token]
  for (const token of tokens) await revokeToken(token)
  clearSession(call)
  return { message: appShellText.loggedOut }
})

/** Expires the cookies and clears the browser cache. Every kind of sign-out does this. */
function clearSession(call: CallContext): void {
  for (const cookie of expiredCookies(call.isSecure)) call.responseHeaders.append('set-cookie', cookie)
  call.responseHeaders.set('clear-site-data', '"cache"')
}

async function revokeToken(jwt: string | null): Promise<void> {
  const token = jwt === null ? null : await readToken(jwt)
  if (!token) return
  const { expires_at, jti } = token
  await db.insert(revoked_tokens).values({ expires_at, jti }).onConflictDoNothing()
}

const endSessions = (table: string) => `
UPDATE ${table} SET token_version = :version + 1 WHERE id = :account AND token_version = :version`

export const signOutEverywhere = implement(contract.signOutEverywhere, async (_, account, call) => {
  assertSameOrigin(call)
  const { id, type, version } = account
  const table = ACCOUNT_TABLES[type]
  const hasEnded = `EXISTS (SELECT 1 FROM ${table} WHERE id = :account AND token_version = :version + 1)`
  await runIdempotent(
    [...ownActivityInsert('sign_out_everywhere', account, call), endSessions(table), deletePushDevices(type, hasEnded)],
    { account: id, version }
  )
  clearSession(call)
  return { message: accountText.loggedOutEverywhere }
})

// What the batch refuses too, unless it changes meanwhile.
const SELECT_OBSTACLES = `
SELECT EXISTS (SELECT 1 FROM users WHERE email = :email) AS is_taken, ${IS_NEW_LICENCE} AS has_photo`

// One batch: the account claims its licence photo, or no account is created and the photo stays free for another try.

const INSERT_WITH_LICENCE = `
INSERT INTO users (id, name, email, phone, date_of_birth, password_hash, property_id, license_photo_url,
                   license_waits_since, created_at)
SELECT :id, :name, :email, :phone, :date_of_birth, :password_hash, :property_id, :license_photo_url, :now, :now
 WHERE ${IS_NEW_LICENCE}`

const CLAIM_LICENCE = `
UPDATE uploads SET claimed_at = :now WHERE id = :licence AND EXISTS (SELECT 1 FROM users WHERE id = :id) RETURNING id`

const unknownLicence = () => invalidField('license_photo_url', authText.unknownLicence)

export const signUp = implement(signUpContract.signUp, async ({ body }, _, call) => {
  assertSameOrigin(call)
  await limitSignUps(call)
  const { join_code, password, terms_version, ...fields } = body
  const { email, name, phone, property_id } = fields
  const licenceId = licenceIdOf(fields.license_photo_url, email)
  const stored = await storedJoinCode(property_id)
  const id = newId()
  const claim = { id, licence: licenceId, now: secondsOf(call.now) }
  const found = await prepareNamed(SELECT_OBSTACLES, { ...claim, email }).first<{ has_photo: 0 | 1; is_taken: 0 | 1 }>()
  if (!found?.has_photo) throw unknownLicence()
  if (found.is_taken) throw refusal('email_taken')
  await assertJoinCode({ code: join_code, property_id, stored }, call)
  const passwordHash = await hashPassword(password)
  const insert = d1.batch<{ id: string }>([
    prepareNamed(INSERT_WITH_LICENCE, { ...fields, ...claim, password_hash: passwordHash }),
    prepareNamed(CLAIM_LICENCE, claim),
    ...saveWords({ email, id, name, phone }),
    rememberClientIp({ email, newRiderId: id, type: 'user' }, call),
    prepareNamed(recordConsent('TRUE'), { ...claim, rider: id, version: agreedVersion(terms_version) }),
    ...confirmLink(id, call.now)
  ])
  const [, claimed] = await refuseDuplicate(insert, refusal('email_taken'))
  if (licenceId !== null && !claimed?.results.length) throw unknownLicence()
  return openSession('user', { id, token_version: 1 }, call)
})
