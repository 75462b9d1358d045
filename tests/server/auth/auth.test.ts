import { describe, expect, test } from 'vitest'
import { signIn, signInAdmin, signOut } from '#contract/auth/sign-in.ts'
import { signUp } from '#contract/auth/sign-up.ts'
import { listAllProperties } from '#contract/catalogue/admin-properties.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { addDays, dayOf } from '#domain/time/india-time.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { newcomer as newcomerOf, PASSWORD, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { app, bucket, callAs, refusedCallAs, send, sql, startApp } from '#tests/helpers/servers/app.ts'

startApp()

let newcomers = 0

const newcomer = async (changes: Record<string, unknown> = {}) => ({
  ...(await newcomerOf({ email: `Newcomer.${++newcomers}@Example.test`, name: ' Asha Rao ' })),
  ...changes
})

/** Today in India minus eighteen years, shifted by this many days. */
const eighteenYearsAgo = (days: number) => {
  const today = dayOf(new Date())
  return addDays(`${Number(today.slice(0, 4)) - 18}${today.slice(4)}`, days)
}

describe('sign-up', () => {
  test('creates an account, signs it in and stores the email in lower case', async () => {
    const body = await newcomer()
    const { access_token } = await callAs(undefined, signUp, { body })
    const profile = await callAs(access_token, getProfile)
    expect(profile).toEqual({
      closed_property: null,
      date_of_birth: '1998-02-28',
      is_email_confirmed: false,
      email: body.email.toLowerCase(),
      is_license_waiting: true,
      license_expires_on: null,
      license_reason: null,
      license_status: 'unreviewed',
      name: 'Asha Rao',
      phone: '+91 98450 12345',
      property_id: body.property_id,
      reminders: true,
      terms_version: null
    })
  })

  test('stores the licence photo under licenses/{email}/ with a random name and accepts it only once', async () => {
    const body = await newcomer()
    await callAs(undefined, signUp, { body })
    const objects = await bucket.list(`licenses/${encodeURIComponent(body.email.toLowerCase())}/`)
    expect(objects).toHaveLength(1)
    expect(objects[0]).toMatch(/\/[0-9a-f]{32}\.jpg$/)
    const again = await refusedCallAs(undefined, signUp, { body: { ...body, email: 'someone.else@example.test' } })
    expect(again).toMatchObject({
      detail: [{ loc: ['body', 'license_photo_url'], msg: authText.unknownLicence }],
      status: 422
    })
  })

  test('rejects an email that has an account, in any spelling, and keeps the photo usable', async () => {
    const { email } = await signedInRider()
    const body = await newcomer({ email: ` ${email.toUpperCase()} ` })
    expect(await refusedCallAs(undefined, signUp, { body })).toMatchObject({ detail: authText.emailTaken, status: 409 })
    await callAs(undefined, signUp, { body: { ...body, email: 'free@example.test' } })
  })

  test('accepts riders from their eighteenth birthday and nobody younger', async () => {
    const young = await newcomer({ date_of_birth: eighteenYearsAgo(1) })
    const refusal = await refusedCallAs(undefined, signUp, { body: young })
    expect(refusal).toMatchObject({ detail: [{ loc: ['body', 'date_of_birth'], msg: authText.tooYoung }], status: 422 })
    await callAs(undefined, signUp, { body: { ...young, date_of_birth: eighteenYearsAgo(0) } })
  })

  test.each([
    [
      'a weak password',
      { password: 'password' },
      'password',
      accountText.passwordMustContain(['uppercase', 'number', 'special'])
    ],
    ['a password of 129 characters', { password: `Aa1!${'x'.repeat(125)}` }, 'password', accountText.passwordTooLong],
    ['no name', { name: '  ' }, 'name', accountText.fieldMissing.name],
    ['a name that shows nothing', { name: '\u200b\u2800\0' }, 'name', accountText.fieldMissing.name],
    ['no phone', { phone: '' }, 'phone', accountText.fieldMissing.phone],
    ['no password', { password: '' }, 'password', accountText.fieldMissing.password],
    ['an invalid email', { email: 'asha' }, 'email', apiErrorsText.invalidEmail],
    ['an invalid birthday', { date_of_birth: '1998-02-30' }, 'date_of_birth', apiErrorsText.invalidDate],
    ['a year of birth before 1900', { date_of_birth: '0098-04-12' }, 'date_of_birth', authText.checkBirthYear],
    ['the day before 1900', { date_of_birth: '1899-12-31' }, 'date_of_birth', authText.checkBirthYear],
    ['an unknown property', { property_id: 'nowhere' }, 'property_id', apiErrorsText.unknownProperty],
    [
      'a photo from another site',
      { license_photo_url: 'https://example.test/licence.jpg' },
      'license_photo_url',
      authText.unknownLicence
    ],
    [
      'a photo that was never uploaded',
      { license_photo_url: `/api/admin/licenses/${'0'.repeat(32)}` },
      'license_photo_url',
      authText.unknownLicence
    ]
  ])('answers 422 for %s', async (_, changes, field, msg) => {
    const { detail, status } = await refusedCallAs(undefined, signUp, { body: await newcomer(changes) })
    expect({ detail, status }).toMatchObject({
      detail: expect.arrayContaining([expect.objectContaining({ loc: ['body', field], msg })]),
      status: 422
    })
  })

  test('accepts an unlikely phone and email, for which the specification has no rule', async () => {
    const body = await newcomer({ email: 'a@b', phone: 'abc' })
    const { access_token } = await callAs(undefined, signUp, { body })
    expect(await callAs(access_token, getProfile)).toMatchObject({ email: 'a@b', phone: 'abc' })
  })

  test('ignores unknown fields', async () => {
    const body = await newcomer({ id: 'chosen', role: 'admin', token_version: 99 })
    const { access_token } = await callAs(undefined, signUp, { body })
    const [row] = await sql<{ id: string; token_version: number }>(
      'SELECT id, token_version FROM users WHERE email = ?',
      body.email.toLowerCase()
    )
    expect(row?.id).not.toBe('chosen')
    expect(row?.token_version).toBe(1)
    expect(await refusedCallAs(access_token, listAllProperties)).toMatchObject({ status: 403 })
  })
})

describe('sign-in', () => {
  test('sets the routing cookie for the lifetime of the token', async () => {
    const { email } = await signedInRider()
    const reply = await send(signIn, { body: { email: ` ${email.toUpperCase()}`, password: PASSWORD } })
    expect(reply.headers.getSetCookie()).toContain('userType=user; Path=/; SameSite=Lax; Max-Age=2592000')
    expect(await reply.json()).toEqual({ access_token: expect.any(String) })
  })

  test('answers 401 with the same text to a wrong password and to an unknown email', async () => {
    const { email } = await signedInRider()
    const wrong = await refusedCallAs(undefined, signIn, { body: { email, password: 'Wrong@123' } })
    const unknown = await refusedCallAs(undefined, signIn, {
      body: { email: 'nobody@example.test', password: 'Wrong@123' }
    })
    expect([wrong, unknown]).toMatchObject(Array(2).fill({ detail: authText.wrongCredentials, status: 401 }))
  })

  test.each([signIn, signInAdmin])('requires both email and password', async endpoint => {
    const { detail, status } = await refusedCallAs(undefined, endpoint, { body: {} })
    expect(status).toBe(422)
    expect(detail).toEqual(
      ['email', 'password'].map(field => ({ loc: ['body', field], msg: authText.signInIncomplete, type: 'non_empty' }))
    )
  })

  test('keeps riders and admins apart, even when they share an email', async () => {
    const rider = await signedInRider()
    const admin = await signedInAdmin()
    const credentials = ({ email }: { email: string }) => ({ body: { email, password: PASSWORD } })
    expect(await refusedCallAs(undefined, signInAdmin, credentials(rider))).toMatchObject({ status: 401 })
    expect(await refusedCallAs(undefined, signIn, credentials(admin))).toMatchObject({ status: 401 })
  })
})

describe('a session', () => {
  test('ends on the server at sign-out, and the cookies are cleared', async () => {
    const rider = await signedInRider()
    const reply = await send(signOut, {}, rider.token)
    expect(reply.headers.get('clear-site-data')).toBe('"cache"')
    expect(reply.headers.getSetCookie()).toContain('userType=; Path=/; SameSite=Lax; Max-Age=0')
    expect(await rider.refusal(getProfile)).toMatchObject({ status: 401 })
  })

  test('is signed out without an error when there is no token', async () => {
    expect((await send(signOut)).status).toBe(200)
  })

  test.each([
    ['its version is raised', 'UPDATE users SET token_version = token_version + 1 WHERE id = ?'],
    ['the account is deleted', 'UPDATE users SET deleted_at = 1 WHERE id = ?']
  ])('ends at once when %s', async (_, statement) => {
    const rider = await signedInRider()
    await sql(statement, rider.id)
    expect(await rider.refusal(getProfile)).toMatchObject({ status: 401 })
  })

  test('is never read from a cookie', async () => {
    const rider = await signedInRider()
    const reply = await app.fetch('/api/profile', { headers: { cookie: `session=${rider.token}; userType=user` } })
    expect(reply.status).toBe(401)
  })
})
