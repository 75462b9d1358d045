import { describe, expect, test } from 'vitest'
import { checkResetLink, requestAdminPasswordReset, resetPassword } from '#contract/auth/passwords.ts'
import { signInAdmin } from '#contract/auth/sign-in.ts'
import { deleteProperty } from '#contract/catalogue/admin-properties.ts'
import { getMe, updateMe } from '#contract/staff/me.ts'
import { inviteMember, listTeam, removeMember, renewInvitation, updateMember } from '#contract/staff/team.ts'
import { getToday } from '#contract/staff/today.ts'
import { CARETAKER_TOKEN_SECONDS, INVITATION_HOURS } from '#domain/constants.ts'
import * as teamText from '#messages/admin/team.ts'
import { PASSWORD, setUpAdmin } from '#tests/helpers/data/people.ts'
import { insertProperty } from '#tests/helpers/data/rows.ts'
import { callAs, refusedCallAs, sql, startApp } from '#tests/helpers/servers/app.ts'
import { staffOf } from './property-of-two.ts'

startApp()

const owner = setUpAdmin()
let count = 0
const newEmail = () => `member-${++count}@example.test`

const tokenOf = (link: string) => link.split('#')[1] ?? ''
const isValid = async (link: string) =>
  (await callAs(undefined, checkResetLink, { body: { token: tokenOf(link) } })).is_valid
const signInAs = (email: string) => callAs(undefined, signInAdmin, { body: { email, password: PASSWORD } })
const joinBy = (link: string) =>
  callAs(undefined, resetPassword, { body: { password: PASSWORD, token: tokenOf(link) } })

async function invited(role: 'caretaker' | 'manager' | 'owner' = 'caretaker') {
  const property = await insertProperty()
  const email = newEmail()
  const property_ids = role === 'owner' ? [] : [property.id]
  const { link, member } = await owner.call(inviteMember, { body: { email, name: 'Ravi Kumar', property_ids, role } })
  return { email, link, member, property }
}

async function joined(role?: 'caretaker' | 'manager' | 'owner') {
  const invitation = await invited(role)
  await joinBy(invitation.link)
  return { ...invitation, token: (await signInAs(invitation.email)).access_token }
}

const secondsOf = (token: string) => {
  const { exp, iat } = JSON.parse(atob(token.split('.')[1] ?? '')) as { exp: number; iat: number }
  return exp - iat
}

describe('an invitation', () => {
  test('leads by its link to a password, once, and the account has its role and properties', async () => {
    const { email, link, member, property } = await invited()
    expect(link).toMatch(/\/auth\/reset\?portal=invitation#\S+$/)
    expect(member).toMatchObject({ email, properties: [{ id: property.id, name: property.name }], role: 'caretaker' })
    const hours = (new Date(member.link_until ?? '').getTime() - Date.now()) / 3_600_000
    expect(Math.abs(hours - INVITATION_HOURS)).toBeLessThan(0.1)
    expect(await callAs(undefined, checkResetLink, { body: { token: tokenOf(link) } })).toEqual({
      email,
      is_valid: true
    })
    expect(await refusedCallAs(undefined, signInAdmin, { body: { email, password: PASSWORD } })).toMatchObject({
      status: 401
    })
    await joinBy(link)
    expect(await isValid(link)).toBe(false)
    const { access_token } = await signInAs(email)
    expect(secondsOf(access_token)).toBe(CARETAKER_TOKEN_SECONDS)
    expect(await callAs(access_token, getMe)).toMatchObject({ daily_mail: true, role: 'caretaker', tell_trouble: true })
    const listed = (await owner.call(listTeam)).find(each => each.email === email)
    expect(listed).toEqual({ ...member, link_until: null })
  })

  test('ends with the next link, and is refused once somebody has joined', async () => {
    const { email, link, member } = await invited()
    const renewed = await owner.call(renewInvitation, { params: { id: member.id } })
    const again = await owner.call(inviteMember, {
      body: { email, name: 'Ravi', property_ids: [], role: 'owner' }
    })
    expect([await isValid(link), await isValid(renewed.link), await isValid(again.link)]).toEqual([false, false, true])
    expect(again.member).toMatchObject({ id: member.id, name: 'Ravi', properties: [], role: 'owner' })
    await joinBy(again.link)
    const body = { email, name: 'Ravi', property_ids: [], role: 'owner' }
    expect(await owner.refusal(inviteMember, { body })).toMatchObject({ detail: teamText.alreadyInTeam, status: 409 })
    const params = { id: member.id }
    expect(await owner.refusal(renewInvitation, { params })).toMatchObject({
      detail: teamText.alreadyJoined,
      status: 409
    })
  })

  test('needs a property that exists, unless it is for an owner', async () => {
    for (const property_ids of [[], ['nowhere']]) {
      const body = { email: newEmail(), name: 'Ravi', property_ids, role: 'manager' }
      const { detail, status } = await owner.refusal(inviteMember, { body })
      expect([status, JSON.stringify(detail)]).toEqual([422, expect.stringContaining(teamText.propertiesRequired)])
    }
  })

  test('is the only link of its account: a forgotten password sends none', async () => {
    const { email, link, member } = await invited()
    await callAs(undefined, requestAdminPasswordReset, { body: { email } })
    expect(await isValid(link)).toBe(true)
    const kinds = await sql('SELECT kind FROM outbox WHERE admin_id = ?', member.id)
    expect(kinds).toEqual([{ kind: 'invitation' }])
  })

  test('again, after somebody was removed, continues the account with its history', async () => {
    const { email, member } = await joined()
    await owner.call(removeMember, { params: { id: member.id } })
    const { property } = await invited()
    const back = await owner.call(inviteMember, {
      body: { email, name: 'Ravi', property_ids: [property.id], role: 'manager' }
    })
    expect(back.member).toMatchObject({ id: member.id, properties: [{ id: property.id }], role: 'manager' })
  })
})

describe('a member', () => {
  test('who is removed is out at once, also by a link that was not used', async () => {
    const [member, guest] = [await joined(), await invited()]
    for (const { member: each } of [member, guest]) await owner.call(removeMember, { params: { id: each.id } })
    expect(await refusedCallAs(member.token, getMe)).toMatchObject({ status: 401 })
    expect(await isValid(guest.link)).toBe(false)
    expect(
      await refusedCallAs(undefined, signInAdmin, { body: { email: member.email, password: PASSWORD } })
    ).toMatchObject({
      status: 401
    })
    expect(await owner.refusal(removeMember, { params: { id: member.member.id } })).toMatchObject({
      detail: teamText.memberNotFound,
      status: 404
    })
  })

  test('whose role changes signs in again, and whose properties change does not', async () => {
    const { member, token } = await joined()
    const other = await insertProperty()
    const change = (role: 'caretaker' | 'manager') =>
      owner.call(updateMember, { body: { name: 'Ravi K', property_ids: [other.id], role }, params: { id: member.id } })
    await change('caretaker')
    expect(await callAs(token, getMe)).toMatchObject({
      name: 'Ravi K',
      properties: [{ id: other.id, name: other.name }]
    })
    expect(await change('manager')).toMatchObject({ role: 'manager' })
    expect(await refusedCallAs(token, getMe)).toMatchObject({ status: 401 })
  })

  test('cannot change or remove the own account, so an owner always remains', async () => {
    const params = { id: owner.id }
    const body = { name: 'x', property_ids: [], role: 'owner' }
    expect(await owner.refusal(removeMember, { params })).toMatchObject({ detail: teamText.ownAccount, status: 409 })
    expect(await owner.refusal(updateMember, { body, params })).toMatchObject({
      detail: teamText.ownAccount,
      status: 409
    })
  })

  test('of a property that is deleted loses it, and reads an empty day', async () => {
    const { member, property, token } = await joined()
    await owner.call(deleteProperty, { params: { id: property.id } })
    expect(await callAs(token, getMe)).toMatchObject({ properties: [] })
    expect(await callAs(token, getToday)).toMatchObject({ property_id: null, rides: [] })
    expect(await sql('SELECT * FROM admin_properties WHERE admin_id = ?', member.id)).toEqual([])
  })

  test('chooses the own emails', async () => {
    const caretaker = await staffOf('caretaker', await insertProperty())
    expect(await caretaker.call(updateMe, { body: { daily_mail: true } })).toMatchObject({
      daily_mail: true,
      tell_trouble: true
    })
    expect(await caretaker.call(updateMe, { body: { tell_trouble: false } })).toMatchObject({
      daily_mail: true,
      tell_trouble: false
    })
  })
})

test('every change of the team is in the activity log, with the role and the number of properties', async () => {
  const { member, property } = await joined()
  const params = { id: member.id }
  await owner.call(updateMember, { body: { name: 'Ravi', property_ids: [property.id], role: 'manager' }, params })
  await owner.call(removeMember, { params })
  const entries = await sql(
    "SELECT action, detail FROM audits WHERE subject = ? AND action LIKE '%_admin' ORDER BY rowid",
    member.id
  )
  expect(entries).toEqual([
    { action: 'invite_admin', detail: 'caretaker, 1 property' },
    { action: 'update_admin', detail: 'manager, 1 property' },
    { action: 'remove_admin', detail: null }
  ])
})
