import { beforeEach, describe, expect, test } from 'vitest'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { deleteAdminSql, deletionProblem } from '../../scripts/kit/delete-admin.ts'

// The statements of `npm run admin:create -- --delete`; tests/server/auth/first-admin.test.ts runs the command.

const AT = 9

const insertAdmin = (id: string, email: string) =>
  rows("INSERT INTO admins (id, name, email, password_hash, created_at) VALUES (?, 'A', ?, 'x', 1)", id, email)

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

  test('is not deleted if no other admin is left', () => {
    remove('b@example.in')
    insertLink('unused', 'a', null)
    const before = admins()
    expect(remove("o'hara@example.in")).toMatch(/is the last admin and was not deleted/)
    expect(admins()).toEqual(before)
    expect(rows('SELECT hash FROM email_tokens')).toEqual([{ hash: 'unused' }])
  })

  test('is refused if the email is unknown or was deleted before', () => {
    rows("UPDATE admins SET deleted_at = 3 WHERE id = 'b'")
    const before = admins()
    for (const email of ['nobody@example.in', 'b@example.in']) {
      expect(remove(email)).toMatch(/^There is no admin /)
    }
    expect(admins()).toEqual(before)
  })
})
