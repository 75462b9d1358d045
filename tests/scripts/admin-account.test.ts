import { beforeEach, describe, expect, test } from 'vitest'
import { missingRequirements } from '#domain/riders/fields.ts'
import * as accountText from '#messages/account/account.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import {
  deleteAdminSql,
  deletionProblem,
  executeArgs,
  generatePassword,
  insertAdminSql,
  passwordProblem
} from '../../scripts/kit/admin-account.ts'

// What `npm run admin:create` requests from wrangler; tests/server/auth/first-admin.test.ts runs it.

const ACCOUNT = { created_at: 1, email: 'pat@example.in', id: 'x', name: "Pat O'Hara", password_hash: 'scrypt$1' }

describe('the first admin', () => {
  test('is written to the database of the deployed Worker, of its preview, or to the local one', () => {
    const remote = executeArgs('/tmp/admin.sql', { kind: 'production' })
    expect(remote.slice(0, 3)).toEqual(['d1', 'execute', 'DB'])
    expect(remote).toEqual(expect.arrayContaining(['--remote', '--file', '/tmp/admin.sql', '--yes']))
    expect(remote).not.toContain('--local')
    expect(remote.join(' ')).toContain('/wrangler.toml ')
    expect(executeArgs('/tmp/admin.sql', { kind: 'preview' }).join(' ')).toContain('/wrangler.preview.toml ')
    const local = executeArgs('/tmp/admin.sql', { folder: '/state' })
    expect(local.slice(-3)).toEqual(['--local', '--persist-to', '/state'])
    expect(local).not.toContain('--remote')
  })

  test('has any name as it was typed, and keeps it through a reset without one', () => {
    rows(insertAdminSql(ACCOUNT, false))
    const [again = ''] = insertAdminSql({ ...ACCOUNT, id: 'y', name: null }, true).split(';\n')
    rows(again)
    expect(rows("SELECT id, name FROM admins WHERE email = 'pat@example.in'")).toEqual([
      { id: 'x', name: "Pat O'Hara" }
    ])
  })

  test('has a password that follows the rules, also a random one', () => {
    expect(passwordProblem('password')).toBe(accountText.passwordMustContain(['uppercase', 'number', 'special']))
    expect(passwordProblem(`Aa1!${'x'.repeat(125)}`)).toBe(accountText.passwordTooLong)
    const passwords = Array.from({ length: 500 }, generatePassword)
    expect(passwords.filter(password => missingRequirements(password).length > 0)).toEqual([])
    expect(new Set(passwords).size).toBe(500)
  })
})

// The statements of `npm run admin:create -- --delete`; tests/server/auth/first-admin.test.ts runs the command.

const AT = 9

const insertAdmin = (id: string, email: string) =>
  rows(
    "INSERT INTO admins (id, name, email, password_hash, role, created_at) VALUES (?, 'A', ?, 'x', 'owner', 1)",
    id,
    email
  )

const insertLink = (hash: string, admin: string, used_at: number | null) =>
  rows(
    "INSERT INTO email_tokens (hash, kind, admin_id, expires_at, used_at) VALUES (?, 'password_reset', ?, 99, ?)",
    hash,
    admin,
    used_at
  )

/** Deletes the admin and returns the problem. */
function remove(email: string) {
  const results = deleteAdminSql(email, AT)
    .split(';\n')
    .map(statement => rows<{ deleted_at: number | null }>(statement))
  return deletionProblem(results.at(-1)?.[0], { at: AT, email })
}

const admins = () => rows('SELECT id, token_version, deleted_at FROM admins ORDER BY id')

beforeEach(() => {
  rows('DELETE FROM email_tokens')
  rows('DELETE FROM admins')
  insertAdmin('a', "o'hara@example.in")
  insertAdmin('b', 'b@example.in')
})

describe('a reset of the password', () => {
  const reset = (email: string) => {
    const statements = insertAdminSql({ ...ACCOUNT, email, id: 'new' }, true).split(';\n')
    for (const statement of statements.filter(Boolean)) rows(statement)
    return rows('SELECT id, role, invited_at, deleted_at, token_version FROM admins WHERE email = ?', email)
  }

  test.each([
    ['an invited caretaker', 'caretaker', 5, null, 'caretaker'],
    ['a manager', 'manager', null, null, 'manager'],
    ['a caretaker who was removed', 'caretaker', null, 6, 'owner']
  ] as const)('of %s leaves an account that has joined, without links', (_, role, invited_at, deleted_at, after) => {
    rows("UPDATE admins SET role = ?, invited_at = ?, deleted_at = ? WHERE id = 'b'", role, invited_at, deleted_at)
    insertLink('of the invitation', 'b', null)
    insertLink('of another', 'a', null)
    expect(reset('b@example.in')).toEqual([
      { deleted_at: null, id: 'b', invited_at: null, role: after, token_version: 2 }
    ])
    expect(rows('SELECT hash FROM email_tokens')).toEqual([{ hash: 'of another' }])
  })
})

describe('an admin who leaves', () => {
  test('is deleted, and the sessions and the unused links end', () => {
    insertLink('unused', 'a', null)
    insertLink('used', 'a', 2)
    insertLink('of another', 'b', null)
    expect(remove("o'hara@example.in")).toBeNull()
    expect(admins()).toEqual([
      { deleted_at: AT, id: 'a', token_version: 2 },
      { deleted_at: null, id: 'b', token_version: 1 }
    ])
    expect(rows('SELECT hash FROM email_tokens ORDER BY hash')).toEqual([{ hash: 'of another' }, { hash: 'used' }])
  })

  test('is not deleted if no other owner is left', () => {
    remove('b@example.in')
    insertLink('unused', 'a', null)
    const before = admins()
    expect(remove("o'hara@example.in")).toMatch(/was not deleted, because no other owner is left/)
    expect(admins()).toEqual(before)
    expect(rows('SELECT hash FROM email_tokens')).toEqual([{ hash: 'unused' }])
  })
})
