import { describe, expect, test } from 'vitest'
import {
  changePassword,
  requestAdminPasswordReset,
  requestPasswordReset,
  resetPassword
} from '#contract/auth/passwords.ts'
import { signIn, signInAdmin } from '#contract/auth/sign-in.ts'
import { deleteRider } from '#contract/riders/admin-riders.ts'
import { updateProfile } from '#contract/riders/edit-profile.ts'
import { getProfile } from '#contract/riders/profile.ts'
import * as passwordResetText from '#messages/account/password-reset.ts'
import { PASSWORD, type SignedInPerson, setUpAdmin, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { callAs, refusedCallAs, sql } from '#tests/helpers/servers/app.ts'
import { mailService, outboxRows, setUpMailTests } from '#tests/server/outbox/sent-mails.ts'
import { afterMinutes } from '#tests/server/payments/sample-bookings.ts'

setUpMailTests()

const EXPIRED = { detail: passwordResetText.linkExpired, status: 400 }
const NEW_PASSWORD = 'NewRider@456'
const LINK = /https:\/\/scootstay\.test(\/auth\/reset\S*)#(\S+)/

const admin = setUpAdmin()

const ask = ({ email }: { email: string }) => callAs(undefined, requestPasswordReset, { body: { email } })

/** The links in the mails to this address, in order. */
function linksTo({ email }: { email: string }): { page: string; token: string }[] {
  const mails = mailService().sent.filter(({ to }) => to[0] === email)
  return mails.flatMap(mail => {
    const [, page = '', token = ''] = LINK.exec(mail.text) ?? []
    return token === '' ? [] : [{ page, token }]
  })
}

async function mailedToken(person: { email: string }): Promise<string> {
  await ask(person)
  await afterMinutes(0)
  return linksTo(person).at(-1)?.token ?? ''
}

const reset = (token: string, password = NEW_PASSWORD) =>
  callAs(undefined, resetPassword, { body: { password, token } })
const refusedReset = (token: string, password = NEW_PASSWORD) =>
  refusedCallAs(undefined, resetPassword, { body: { password, token } })
const canSignIn = async ({ email }: SignedInPerson, password: string) =>
  callAs(undefined, signIn, { body: { email, password } }).then(
    () => true,
    () => false
  )

describe('the link of a mail', () => {
  test('sets a new password once, and ends every session', async () => {
    const rider = await signedInRider()
    const token = await mailedToken(rider)
    expect(linksTo(rider)[0]?.page).toBe('/auth/reset')
    expect(await reset(token)).toEqual({ message: 'Password saved. Please sign in.' })
    expect(await canSignIn(rider, NEW_PASSWORD)).toBe(true)
    expect(await canSignIn(rider, PASSWORD)).toBe(false)
    expect(await rider.refusal(getProfile)).toMatchObject({ status: 401 })
    expect(await refusedReset(token, 'Another@789')).toMatchObject(EXPIRED)
    expect(await canSignIn(rider, NEW_PASSWORD)).toBe(true)
  })

  test('ends when a newer one is asked for, and after an hour', async () => {
    const rider = await signedInRider()
    const first = await mailedToken(rider)
    const second = await mailedToken(rider)
    expect(await refusedReset(first)).toMatchObject(EXPIRED)
    await sql('UPDATE email_tokens SET expires_at = unixepoch() - 1 WHERE user_id = ?', rider.id)
    expect(await refusedReset(second)).toMatchObject(EXPIRED)
    expect(await canSignIn(rider, PASSWORD)).toBe(true)
    await afterMinutes(1)
    expect(await sql('SELECT hash FROM email_tokens WHERE user_id = ?', rider.id)).toEqual([])
  })

  test('ends when the rider changes the password or the email', async () => {
    const [changesPassword, changesEmail] = [await signedInRider(), await signedInRider()]
    const tokens = [await mailedToken(changesPassword), await mailedToken(changesEmail)]
    const profile = await changesEmail.call(getProfile)
    const body = { ...profile, email: `new-${profile.email}`, property_id: profile.property_id ?? '' }
    await changesEmail.call(updateProfile, { body })
    await changesPassword.call(changePassword, { body: { current_password: PASSWORD, password: NEW_PASSWORD } })
    for (const token of tokens) expect(await refusedReset(token, 'Another@789')).toMatchObject(EXPIRED)
    expect(await canSignIn(changesPassword, NEW_PASSWORD)).toBe(true)
  })

  test('stays when the rider changes the name, or tries a wrong password', async () => {
    const rider = await signedInRider()
    const token = await mailedToken(rider)
    const profile = await rider.call(getProfile)
    await rider.call(updateProfile, {
      body: { ...profile, name: 'New Name', property_id: profile.property_id ?? '' }
    })
    await rider.refusal(changePassword, { body: { current_password: 'Wrong@123', password: NEW_PASSWORD } })
    await reset(token)
  })

  test('sets one of two passwords that are sent at once', async () => {
    const rider = await signedInRider()
    const token = await mailedToken(rider)
    const passwords = ['First@1234', 'Second@1234']
    const answers = await Promise.allSettled(passwords.map(password => reset(token, password)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const works = await Promise.all(passwords.map(password => canSignIn(rider, password)))
    expect(works).toEqual(answers.map(({ status }) => status === 'fulfilled'))
  })

  test('is not used up by a password that breaks the rules', async () => {
    const token = await mailedToken(await signedInRider())
    expect(await refusedReset(token, 'short')).toMatchObject({ status: 422 })
    await reset(token)
  })

  test('opens an account that is locked after wrong passwords', async () => {
    const rider = await signedInRider()
    for (let attempt = 0; attempt < 6; attempt += 1) await canSignIn(rider, 'Wrong@1234')
    expect(await canSignIn(rider, PASSWORD)).toBe(false)
    await reset(await mailedToken(rider))
    expect(await canSignIn(rider, NEW_PASSWORD)).toBe(true)
  })

  test('of an admin leads to the portal and leaves an activity entry', async () => {
    const person = await signedInAdmin()
    await callAs(undefined, requestAdminPasswordReset, { body: { email: person.email } })
    await afterMinutes(0)
    const [link] = linksTo(person)
    expect(link?.page).toBe('/auth/reset?portal')
    await reset(link?.token ?? '')
    await callAs(undefined, signInAdmin, { body: { email: person.email, password: NEW_PASSWORD } })
    const [entry] = await sql(
      "SELECT action, admin_id FROM audits WHERE subject = ? AND action = 'change_password'",
      person.id
    )
    expect(entry).toEqual({ action: 'change_password', admin_id: person.id })
  })

  test('that was used before its mail is sent again is not sent again', async () => {
    const rider = await signedInRider()
    mailService().faults.push('lost')
    await ask(rider)
    await afterMinutes(0)
    await reset(linksTo(rider)[0]?.token ?? '')
    await afterMinutes(1)
    expect(await outboxRows()).toMatchObject([{ state: 'dropped' }])
  })
})

describe('a request for a link', () => {
  test('is answered the same for every address, and mails only to accounts', async () => {
    const rider = await signedInRider()
    const deleted = await signedInRider()
    await admin.call(deleteRider, { params: { id: deleted.id } })
    const emails = [rider.email, rider.email.toUpperCase(), 'nobody@example.test', deleted.email, admin.email]
    const answers = await Promise.all(emails.map(email => ask({ email })))
    expect(new Set(answers.map(({ message }) => message))).toEqual(
      new Set(['If this email has an account, a link is on its way.'])
    )
    await afterMinutes(0)
    expect(new Set(mailService().sent.map(({ to }) => to[0]))).toEqual(new Set([rider.email]))
  })
})

test('no forged token sets a password', async () => {
  const rider = await signedInRider()
  const token = await mailedToken(rider)
  const [{ facts } = { facts: '{}' }] = await sql<{ facts: string }>(
    'SELECT facts FROM outbox WHERE user_id = ?',
    rider.id
  )
  const { hash, token_id } = JSON.parse(facts) as { hash: string; token_id: string }
  const characters = [...token].map((character, index) => {
    const other = character === 'A' ? 'B' : 'A'
    return token.slice(0, index) + other + token.slice(index + 1)
  })
  const random = Array.from({ length: 160 }, (_, index) =>
    Buffer.from(`${index}-${token_id}`.padEnd(32)).toString('base64url')
  )
  const forged = [
    ...characters,
    ...random,
    hash,
    token_id,
    token.slice(1),
    `${token}A`,
    token.toLowerCase(),
    "' OR 1=1 --"
  ]
  expect(forged.length).toBeGreaterThanOrEqual(200)
  for (const guess of forged) expect(await refusedReset(guess)).toMatchObject(EXPIRED)
  expect(await canSignIn(rider, PASSWORD)).toBe(true)
})
