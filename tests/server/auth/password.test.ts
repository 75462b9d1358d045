import { beforeEach, describe, expect, test } from 'vitest'
import { listActivity } from '#contract/activity/activity.ts'
import { changePassword } from '#contract/auth/passwords.ts'
import { signIn, signInAdmin, signOut, signOutEverywhere } from '#contract/auth/sign-in.ts'
import { getStats } from '#contract/overview/stats.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { PASSWORD_MAX_LENGTH } from '#domain/constants.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { PASSWORD, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { resetThrottles } from '#tests/helpers/data/stored-state.ts'
import { app, callAs, refusedCallAs, send, sql, startApp, toRequestInit } from '#tests/helpers/servers/app.ts'

// Password changes and signing out everywhere, on the Worker itself.

startApp()

const NEW = 'Another@456'
const SIGNED_IN = { admin: signedInAdmin, rider: signedInRider } as const
const KINDS = ['rider', 'admin'] as const
const SIGN_IN_CALLS = { admin: signInAdmin, rider: signIn } as const
const OWN = { admin: getStats, rider: getProfile } as const
type Role = (typeof KINDS)[number]

const passwords = (password = NEW, current_password = PASSWORD) => ({ body: { current_password, password } })

async function newSession(role: Role, email: string, password = PASSWORD): Promise<string> {
  return (await callAs(undefined, SIGN_IN_CALLS[role], { body: { email, password } })).access_token
}

/** Whether the API accepts the token for a call of its account. */
async function counts(role: Role, token: string): Promise<boolean> {
  const { status } = await send(OWN[role], {}, token)
  expect([200, 401]).toContain(status)
  return status === 200
}

beforeEach(async () => {
  await resetThrottles()
})

describe.each(KINDS)('a password change by %s', role => {
  test('replaces the password, keeps the current session and ends every other one', async () => {
    const { email, token } = await SIGNED_IN[role]()
    const elsewhere = await newSession(role, email)
    const reply = await send(changePassword, passwords(), token)
    const { access_token } = (await reply.json()) as { access_token: string }
    expect(await Promise.all([token, elsewhere, access_token].map(one => counts(role, one)))).toEqual([
      false,
      false,
      true
    ])
    expect(await refusedCallAs(undefined, SIGN_IN_CALLS[role], { body: { email, password: PASSWORD } })).toMatchObject({
      detail: authText.wrongCredentials,
      status: 401
    })
    expect(await counts(role, await newSession(role, email, NEW))).toBe(true)
  })

  test('sets the same cookies as a sign-in', async () => {
    const { token } = await SIGNED_IN[role]()
    const reply = await send(changePassword, passwords(), token)
    const { access_token } = (await reply.json()) as { access_token: string }
    const [hint = '', session = ''] = reply.headers.getSetCookie()
    expect(hint).toContain(`userType=${role === 'admin' ? 'admin' : 'user'}; Path=/; SameSite=Lax`)
    expect(session).toContain(`session=${access_token}; `)
    expect(session).toContain('HttpOnly')
  })

  test('requires the current password: a wrong one is rejected with a sentence and ends no session', async () => {
    const { email, token } = await SIGNED_IN[role]()
    expect(await refusedCallAs(token, changePassword, passwords(NEW, 'Wrong@123'))).toMatchObject({
      detail: accountText.wrongCurrent,
      status: 400
    })
    expect(await counts(role, token)).toBe(true)
    expect(await counts(role, await newSession(role, email))).toBe(true)
  })

  test('succeeds once when two are sent at once, and the other request is rejected', async () => {
    const { email, token } = await SIGNED_IN[role]()
    const newPasswords = ['Another@456', 'Another@789']
    const replies = await Promise.all(newPasswords.map(password => send(changePassword, passwords(password), token)))
    const statuses = replies.map(({ status }) => status)
    // The losing request either failed the update or found its token revoked.
    expect(statuses.toSorted()).toEqual([200, statuses.includes(409) ? 409 : 401])
    const kept = newPasswords[statuses.indexOf(200)] ?? ''
    const answers = (await Promise.all(replies.map(reply => reply.json()))) as { access_token?: string }[]
    const [access_token = ''] = answers.flatMap(answer => answer.access_token ?? [])
    expect(await counts(role, access_token)).toBe(true)
    expect(await counts(role, await newSession(role, email, kept))).toBe(true)
    expect(
      (await sql(`SELECT token_version FROM ${role === 'admin' ? 'admins' : 'users'} WHERE email = ?`, email))[0]
    ).toEqual({ token_version: 2 })
  })

  test('ends a session whose sign-in checked the old password before the change', async () => {
    const { email, token } = await SIGNED_IN[role]()
    const credentials = { body: { email, password: PASSWORD } }
    const [signedIn] = await Promise.all([
      send(SIGN_IN_CALLS[role], credentials),
      send(changePassword, passwords(), token)
    ])
    const { access_token } = (await signedIn.json()) as { access_token?: string }
    expect([200, 401]).toContain(signedIn.status)
    if (access_token !== undefined) expect(await counts(role, access_token)).toBe(false)
  })

  test('rejects a weak password and the current password', async () => {
    const { email, token } = await SIGNED_IN[role]()
    const long = `Aa1!${'x'.repeat(PASSWORD_MAX_LENGTH - 3)}`
    const refused = [
      [passwords('password'), 'password', accountText.passwordMustContain(['uppercase', 'number', 'special'])],
      [passwords(long), 'password', accountText.passwordTooLong],
      [passwords(NEW, long), 'current_password', accountText.passwordTooLong],
      [passwords(NEW, ''), 'current_password', accountText.currentMissing],
      [passwords(PASSWORD), 'password', accountText.samePassword]
    ] as const
    for (const [input, field, msg] of refused) {
      const { detail, status } = await refusedCallAs(token, changePassword, input)
      expect({ detail, status }).toMatchObject({ detail: [{ loc: ['body', field], msg }], status: 422 })
    }
    const rest = long.slice(0, PASSWORD_MAX_LENGTH)
    const { access_token } = await callAs(token, changePassword, passwords(rest))
    expect(await counts(role, access_token)).toBe(true)
    expect(await counts(role, await newSession(role, email, rest))).toBe(true)
  })

  test('is rejected for a session that was signed out', async () => {
    const { email, token } = await SIGNED_IN[role]()
    await send(signOut, {}, token)
    expect(await refusedCallAs(token, changePassword, passwords())).toMatchObject({ status: 401 })
    await newSession(role, email)
  })
})

describe.each(KINDS)('signing out everywhere as %s', role => {
  test('ends every session of the account, and of no other account', async () => {
    const { email, token } = await SIGNED_IN[role]()
    const elsewhere = await newSession(role, email)
    const another = await SIGNED_IN[role]()
    const reply = await send(signOutEverywhere, {}, token)
    expect(await reply.json()).toEqual({ message: accountText.loggedOutEverywhere })
    expect(reply.headers.get('clear-site-data')).toBe('"cache"')
    expect(reply.headers.getSetCookie()).toEqual([
      'userType=; Path=/; SameSite=Lax; Max-Age=0',
      'session=; Path=/; SameSite=Lax; Max-Age=0; HttpOnly'
    ])
    expect(await Promise.all([token, elsewhere, another.token].map(one => counts(role, one)))).toEqual([
      false,
      false,
      true
    ])
    expect(await counts(role, await newSession(role, email))).toBe(true)
  })

  test('sent twice at once does not end a session that began in between', async () => {
    const { email, token } = await SIGNED_IN[role]()
    await Promise.all([send(signOutEverywhere, {}, token), send(signOutEverywhere, {}, token)])
    const since = await newSession(role, email)
    expect((await send(signOutEverywhere, {}, token)).status).toBe(401)
    expect(await counts(role, since)).toBe(true)
  })
})

test.each([changePassword, signOutEverywhere])(
  'a request from another site is rejected and ends no session',
  async endpoint => {
    const { token } = await signedInRider()
    const { headers, ...request } = await toRequestInit(
      endpoint,
      endpoint === changePassword ? passwords().body : undefined,
      token
    )
    const reply = await app.fetch(`/api${endpoint.path}`, {
      ...request,
      headers: { ...headers, origin: 'https://elsewhere.example' }
    })
    expect([reply.status, await reply.json()]).toEqual([403, { code: 'not_allowed', detail: apiErrorsText.notAllowed }])
    expect(await counts('rider', token)).toBe(true)
  }
)

test('an admin’s own password change is logged once, without a password', async () => {
  const admin = await signedInAdmin()
  const watcher = await signedInAdmin()
  await admin.refusal(changePassword, passwords(NEW, 'Wrong@123'))
  const { access_token } = await admin.call(changePassword, passwords())
  await send(signOutEverywhere, {}, access_token)
  const own = (await watcher.call(listActivity, { query: {} })).filter(({ admin_email }) => admin_email === admin.email)
  expect(own.map(({ action, detail }) => [action, detail])).toEqual([
    ['sign_out_everywhere', null],
    ['change_password', null],
    ['sign_in', null]
  ])
})
