import { describe, expect, test } from 'vitest'
import { missingRequirements } from '#domain/riders/fields.ts'
import * as text from '#messages/account/account.ts'
import { invalidEmail } from '#messages/api-errors.ts'
import {
  executeArgs,
  explainFailure,
  generatePassword,
  insertAdminSql,
  parseEmail,
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

  test('is one statement, whatever the name', () => {
    expect(insertAdminSql(ACCOUNT, false)).toBe(
      "INSERT INTO admins (id, name, email, password_hash, created_at) VALUES ('x', 'Pat O''Hara', 'pat@example.in', 'scrypt$1', 1);\n"
    )
    expect(insertAdminSql(ACCOUNT, true)).toMatch(/token_version = token_version \+ 1/)
    expect(insertAdminSql({ ...ACCOUNT, name: null }, true)).not.toMatch(/SET name/)
  })

  test('has an email, in lower case', () => {
    expect(parseEmail(' Pat@Example.IN ')).toEqual({ email: 'pat@example.in' })
    for (const none of [undefined, '', 'pat', 'pat@']) {
      expect(parseEmail(none)).toEqual({ sentence: expect.stringContaining(invalidEmail) })
    }
  })

  test('has a password that follows the rules, also a random one', () => {
    expect(passwordProblem('password')).toBe(text.passwordMustContain(['uppercase', 'number', 'special']))
    expect(passwordProblem(`Aa1!${'x'.repeat(125)}`)).toBe(text.passwordTooLong)
    const passwords = Array.from({ length: 500 }, generatePassword)
    expect(passwords.filter(password => missingRequirements(password).length > 0)).toEqual([])
    expect(new Set(passwords).size).toBe(500)
  })

  test('is rejected with a sentence that says what to do', () => {
    expect(explainFailure('✘ UNIQUE constraint failed: admins.email: SQLITE_CONSTRAINT', 'pat@example.in')).toMatch(
      /--reset/
    )
    expect(explainFailure('✘ no such table: admins: SQLITE_ERROR', 'pat@example.in')).toMatch(/no tables yet/)
    expect(explainFailure('You are not logged in', 'pat@example.in')).toMatch(/You are not logged in$/)
  })
})
