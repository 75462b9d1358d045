import { describe, expect, test } from 'vitest'
import { requestPasswordReset, resetPassword } from '#contract/auth/passwords.ts'
import { getRiderFile } from '#contract/review/review.ts'
import { confirmEmail, sendConfirmLink } from '#contract/riders/confirm-email.ts'
import { updateProfile } from '#contract/riders/edit-profile.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { CONFIRM_EMAIL_HOURS } from '#domain/constants.ts'
import * as confirmEmailText from '#messages/account/confirm-email.ts'
import * as passwordResetText from '#messages/account/password-reset.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { callAs, refusedCallAs, sql } from '#tests/helpers/servers/app.ts'
import { mailService, setUpMailTests } from '#tests/server/outbox/sent-mails.ts'
import { afterMinutes } from '#tests/server/payments/sample-bookings.ts'

setUpMailTests()

const admin = setUpAdmin()
const EXPIRED = { detail: passwordResetText.linkExpired, status: 400 }

type Rider = Awaited<ReturnType<typeof signedInRider>>

const linksTo = (email: string, page = '/auth/confirm') =>
  mailService()
    .sent.filter(({ to }) => to[0] === email)
    .flatMap(({ text }) => new RegExp(`https://scootstay\\.test${page}#(\\S+)`).exec(text)?.[1] ?? [])

async function mailedLink(rider: Rider): Promise<string> {
  await rider.call(sendConfirmLink, { body: {} })
  await afterMinutes(0)
  return linksTo(rider.email).at(-1) ?? ''
}

const open = (token: string) => callAs(undefined, confirmEmail, { body: { token } })
const refused = (token: string) => refusedCallAs(undefined, confirmEmail, { body: { token } })
const isConfirmed = async (rider: Rider) => (await rider.call(getProfile)).is_email_confirmed

async function changeEmail(rider: Rider, email: string): Promise<void> {
  const profile = await rider.call(getProfile)
  await rider.call(updateProfile, { body: { ...profile, email, property_id: profile.property_id ?? '' } })
}

describe('the link to an email', () => {
  test('confirms it, also when it is opened again, and the staff see it', async () => {
    const rider = await signedInRider()
    expect(await isConfirmed(rider)).toBe(false)
    const token = await mailedLink(rider)
    expect(await open(token)).toEqual({ message: confirmEmailText.confirmed })
    expect(await open(token)).toEqual({ message: confirmEmailText.confirmed })
    expect(await isConfirmed(rider)).toBe(true)
    expect(await admin.call(getRiderFile, { params: { id: rider.id } })).toMatchObject({ is_email_confirmed: true })
    expect(await rider.call(sendConfirmLink, { body: {} })).toEqual({ message: confirmEmailText.confirmed })
    await afterMinutes(0)
    expect(linksTo(rider.email)).toHaveLength(1)
  })

  test('ends with a newer one, and after three days', async () => {
    const rider = await signedInRider()
    const first = await mailedLink(rider)
    const second = await mailedLink(rider)
    expect(await refused(first)).toMatchObject(EXPIRED)
    const [stored] = await sql<{ hours: number }>(
      'SELECT (expires_at - unixepoch() + 60) / 3600 AS hours FROM email_tokens WHERE user_id = ?',
      rider.id
    )
    expect(stored?.hours).toBe(CONFIRM_EMAIL_HOURS)
    await sql('UPDATE email_tokens SET expires_at = unixepoch() - 1 WHERE user_id = ?', rider.id)
    expect(await refused(second)).toMatchObject(EXPIRED)
    expect(await isConfirmed(rider)).toBe(false)
  })

  test('ends when the rider changes the email, whose own link is sent', async () => {
    const rider = await signedInRider()
    const token = await mailedLink(rider)
    await open(token)
    await changeEmail(rider, `new-${rider.email}`)
    expect(await isConfirmed(rider)).toBe(false)
    expect(await refused(token)).toMatchObject(EXPIRED)
    await afterMinutes(0)
    await open(linksTo(`new-${rider.email}`).at(-1) ?? '')
    expect(await isConfirmed(rider)).toBe(true)
    await changeEmail(rider, `new-${rider.email}`)
    expect(await isConfirmed(rider)).toBe(true)
  })

  test('sets no password, and a link to a new password is none', async () => {
    const rider = await signedInRider()
    const token = await mailedLink(rider)
    const body = { password: 'NewRider@456', token }
    expect(await refusedCallAs(undefined, resetPassword, { body })).toMatchObject(EXPIRED)
    await callAs(undefined, requestPasswordReset, { body: { email: rider.email } })
    await afterMinutes(0)
    const [reset = ''] = linksTo(rider.email, '/auth/reset')
    expect(await refused(reset)).toMatchObject(EXPIRED)
    expect(await isConfirmed(rider)).toBe(false)
    await callAs(undefined, resetPassword, { body: { ...body, token: reset } })
    expect(await sql('SELECT email_confirmed_at IS NOT NULL AS known FROM users WHERE id = ?', rider.id)).toEqual([
      { known: 1 }
    ])
  })
})
