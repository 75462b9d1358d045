import { expect, test, vi } from 'vitest'
import type { Role } from '#domain/admin/roles.ts'
import { resetPassword } from '#server/auth/passwords.ts'
import type { CallContext } from '#server/http/operation.ts'
import { Refusal } from '#server/runtime/refusal.ts'
import type { Staff } from '#server/sessions/sessions.ts'
import { inviteMember, removeMember, renewInvitation, updateMember } from '#server/staff/team.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { RANDOM_TEAM_BATCHES, SEED } from '#tests/helpers/hardening.ts'
import { startHarnessForEachTest } from '#tests/model/harness/harness.ts'
import { clearThrottles, insertAdmin, insertProperty, insertScooter } from '#tests/model/harness/seed.ts'

// Random changes of the team by owners, former owners and others. The callers are as they were when they signed in, so
// only the statements themselves know whether they may still act.

startHarnessForEachTest()

/** Mulberry32. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const EMAILS = ['a@x', 'b@x', 'c@x', 'd@x', 'e@x']
const ROLES: readonly Role[] = ['caretaker', 'manager', 'owner', 'owner']
const JOINED = 'deleted_at IS NULL AND invited_at IS NULL'
const IS_OPEN = 'used_at IS NULL AND expires_at > unixepoch()'

const BROKEN: Record<string, string> = {
  'an owner has joined': `SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM admins WHERE role = 'owner' AND ${JOINED})`,
  'a removed account has no usable link': `SELECT 1 FROM email_tokens t JOIN admins a ON a.id = t.admin_id WHERE a.deleted_at IS NOT NULL AND ${IS_OPEN}`,
  'each account has one open link at most': `SELECT 1 FROM email_tokens WHERE ${IS_OPEN} GROUP BY admin_id HAVING count(*) > 1`,
  'an account that has joined has no invitation': `SELECT 1 FROM email_tokens t JOIN admins a ON a.id = t.admin_id WHERE a.invited_at IS NULL AND ${IS_OPEN}`,
  'an invited account has no password':
    "SELECT 1 FROM admins WHERE invited_at IS NOT NULL AND password_hash LIKE 'scrypt%'",
  'a joined account has a password': `SELECT 1 FROM admins WHERE ${JOINED} AND password_hash LIKE 'invited%'`,
  'owners and removed accounts have no properties':
    "SELECT 1 FROM admin_properties m JOIN admins a ON a.id = m.admin_id WHERE a.role = 'owner' OR a.deleted_at IS NOT NULL"
}

const SCOOTERS_OF = { p: ['s0', 's1'], q: ['s2'], r: ['s3'] } as const

/** The PINs of the locks and those that wait, of each scooter that the account sees. */
const readable = (account: string) =>
  rows<{ id: string; otp_pin: string; new_pin: string | null }>(
    `SELECT s.id, s.otp_pin, c.new_pin FROM admins a JOIN scooters s LEFT JOIN pin_changes c ON c.scooter_id = s.id
      WHERE a.id = ? AND ${JOINED.replaceAll(/(\w+_at)/g, 'a.$1')}
        AND (a.role = 'owner' OR s.property_id IN (SELECT property_id FROM admin_properties m WHERE m.admin_id = a.id))`,
    account
  )

const isOwner = (id: string) =>
  rows(`SELECT 1 FROM admins WHERE id = ? AND role = 'owner' AND ${JOINED}`, id).length > 0

const broken = () => Object.keys(BROKEN).filter(name => rows(BROKEN[name] ?? '').length > 0)

const call = (): CallContext => {
  const now = new Date()
  return { clock: () => now, headers: new Headers(), isSecure: true, now, responseHeaders: new Headers() }
}

test('whoever changes the team in any order: an owner remains, and nobody keeps what was taken', async () => {
  const below = randomFrom(SEED.seed ?? Date.now())
  // So few PINs are drawn that the known ones come again.
  const { getRandomValues } = crypto
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(values =>
    values instanceof Uint32Array ? values.fill(482_910 + below(5)) : getRandomValues.call(crypto, values)
  )
  insertAdmin('z')
  for (const id of ['q', 'r']) insertProperty(id)
  for (const property of ['q', 'r'] as const)
    for (const id of SCOOTERS_OF[property]) {
      insertScooter(id)
      rows('UPDATE scooters SET property_id = ?2 WHERE id = ?1', id, property)
    }
  // Everybody who ever was an owner still acts as one.
  const actors: Staff[] = [...rows<{ id: string }>('SELECT id FROM admins')].map(({ id }) => ({
    id,
    properties: null,
    role: 'owner'
  }))
  const links: string[] = []
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T
  const anybody = () => {
    const all = rows<{ id: string; is_joined: 0 | 1 }>(`SELECT id, ${JOINED} AS is_joined FROM admins`)
    return pick(below(4) === 0 ? all : all.filter(({ is_joined }) => is_joined)).id
  }
  let done = 0
  for (let batch = 0; batch < RANDOM_TEAM_BATCHES; batch += 1) {
    const current = actors.filter(({ id }) => isOwner(id))
    const actor = pick(below(2) === 0 ? actors : current)
    const role = pick(ROLES)
    const property_ids = role === 'owner' ? [] : [pick(['p', 'q', 'r'])]
    const body = { name: 'N', property_ids, role }
    const before = rows<{ id: string; role: Role; token_version: number }>('SELECT id, role, token_version FROM admins')
    const target = anybody()
    const kind = below(5)
    const renew_pins = below(4) > 0
    const readBefore = readable(target)
    const waitingBefore = rows<{ new_pin: string; scooter_id: string }>('SELECT * FROM pin_changes')
    const change = [
      () => inviteMember({ body: { ...body, email: pick(EMAILS) } }, actor, call()),
      () => renewInvitation({ params: { id: target } }, actor, call()),
      () => updateMember({ body: { ...body, renew_pins }, params: { id: target } }, actor, call()),
      () =>
        removeMember({ params: { id: target }, query: { renew_pins: renew_pins ? 'true' : 'false' } }, actor, call()),
      () => resetPassword({ body: { password: 'x', token: pick(['none', ...links]) } }, null, call())
    ][kind]
    const mayAct = isOwner(actor.id)
    const state = () => JSON.stringify([rows('SELECT * FROM admins'), rows('SELECT * FROM admin_properties')])
    const unchanged = state()
    try {
      const answer = (await change?.()) as { link?: string } | undefined
      done += 1
      if (answer?.link) links.push(answer.link.split('#')[1] ?? '')
      if (kind < 4 && !mayAct) throw new Error(`${actor.id} is no owner and changed the team`)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      expect(state()).toBe(unchanged)
    }
    expect(broken()).toEqual([])
    const readAfter = readable(target).map(({ id }) => id)
    const lost =
      kind === 2 || kind === 3 ? readBefore.filter(({ id }) => !readAfter.includes(id)).map(({ id }) => id) : []
    const renewed = renew_pins ? lost : []
    const waits = rows<{ new_pin: string; scooter_id: string }>('SELECT * FROM pin_changes')
    expect(renewed.filter(id => !waits.some(row => row.scooter_id === id))).toEqual([])
    const isKnown = (row: (typeof waits)[number]) =>
      readBefore.some(({ id, new_pin, otp_pin }) => id === row.scooter_id && [new_pin, otp_pin].includes(row.new_pin))
    expect(waits.filter(row => renewed.includes(row.scooter_id) && isKnown(row))).toEqual([])
    const others = (all: typeof waits) => all.filter(row => !renewed.includes(row.scooter_id))
    expect(others(waits)).toEqual(others(waitingBefore))
    for (const id of lost)
      expect(
        rows(
          "SELECT 1 FROM former_access f JOIN scooters s ON f.property_id IN (s.property_id, '') WHERE s.id = ? AND f.admin_id = ?",
          id,
          target
        )
      ).not.toEqual([])
    // A lock gets its new PIN now and then.
    if (below(12) === 0) {
      rows('UPDATE scooters SET otp_pin = c.new_pin FROM pin_changes c WHERE c.scooter_id = scooters.id')
      rows('DELETE FROM pin_changes')
    }
    // A changed role or a removal has ended the sessions.
    for (const { id, role: oldRole, token_version } of before) {
      const [now] = rows<{ deleted_at: number | null; role: Role; token_version: number }>(
        'SELECT * FROM admins WHERE id = ?',
        id
      )
      if (now && now.role !== oldRole) expect(now.token_version).toBeGreaterThan(token_version)
    }
    for (const { id } of rows<{ id: string }>(`SELECT id FROM admins WHERE role = 'owner' AND ${JOINED}`))
      if (!actors.some(each => each.id === id)) actors.push({ id, properties: null, role: 'owner' })
    clearThrottles()
  }
  expect(done).toBeGreaterThan(RANDOM_TEAM_BATCHES / 8)
})
