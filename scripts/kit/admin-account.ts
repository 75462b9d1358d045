import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { newPassword } from '#contract/auth/passwords.ts'
import { email } from '#contract/kit/fields.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { deleteUnusedLinks } from '#server/sessions/accounts.ts'
import { ROOT, WRANGLER_CONFIGS } from './settings.ts'

// Builds the statement of `npm run admin:create` and checks its input. It executes nothing.

interface Account {
  id: string
  email: string
  /** Null keeps the existing name; a new account gets 'Admin'. */
  name: string | null
  password_hash: string
  /** Unix time in seconds. */
  created_at: number
}

const sqlString = (value: string) => `'${value.replaceAll("'", "''")}'`

/**
 * Inserts an owner; an existing email is an error. With `reset`, an existing admin gets the new password and keeps the
 * role, also one who was invited and has joined by this. The sessions and the unused links end.
 */
export function insertAdminSql({ created_at, email, id, name, password_hash }: Account, reset: boolean): string {
  const values = [...[id, name ?? 'Admin', email, password_hash, 'owner'].map(sqlString), created_at]
  const insert = `INSERT INTO admins (id, name, email, password_hash, role, created_at) VALUES (${values.join(', ')})`
  const named = name === null ? '' : 'name = excluded.name, '
  const again = `ON CONFLICT (email) DO UPDATE SET ${named}password_hash = excluded.password_hash, role = iif(deleted_at IS NULL, role, 'owner'), token_version = token_version + 1, deleted_at = NULL, invited_at = NULL`
  return reset ? `${insert} ${again};\n${endLinks(`email = ${sqlString(email)}`)};\n` : `${insert};\n`
}

/** `account` is SQL and true for the admin. */
const endLinks = (account: string) =>
  deleteUnusedLinks('admin', 'TRUE').replaceAll(':account', () => `(SELECT id FROM admins WHERE ${account})`)

/** The database of a deployed site, or the one in a local folder. */
type Database = { folder: string } | { kind: 'preview' | 'production' }

/** wrangler's arguments to execute the file there. */
export const executeArgs = (file: string, database: Database): string[] => databaseArgs(['--file', file], database)

/** wrangler's arguments to execute the statements there and to print their rows. A remote file would print none. */
export const queryArgs = (statements: string, database: Database): string[] =>
  databaseArgs(['--command', statements, '--json'], database)

function databaseArgs(input: string[], database: Database): string[] {
  const target = 'folder' in database ? ['--local', '--persist-to', database.folder] : ['--remote']
  const config = join(ROOT, WRANGLER_CONFIGS['kind' in database ? database.kind : 'production'])
  return ['d1', 'execute', 'DB', '--config', config, ...input, '--yes', ...target]
}

/** The normalized email of an option, or the error message. */
export function parseEmail(
  typed: string | undefined,
  option: '--delete' | '--email' = '--email'
): { email: string } | { sentence: string } {
  const { issues, output } = v.safeParse(email, typed)
  return issues ? { sentence: `${apiErrorsText.invalidEmail}: ${option} somebody@example.in` } : { email: output }
}

/** Why the password is not allowed, or null. */
export function passwordProblem(password: string): string | null {
  const { issues } = v.safeParse(newPassword, password)
  return issues ? issues[0].message : null
}

/** Without characters that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!@#%&*?'
const GENERATED_LENGTH = 20

export function generatePassword(): string {
  for (;;) {
    const candidate = Array.from({ length: GENERATED_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    if (passwordProblem(candidate) === null) return candidate
  }
}

/** Explains wrangler's output in one sentence. */
export function explainFailure(output: string, email: string): string {
  if (/UNIQUE constraint failed: admins\.email/.test(output)) {
    return `${email} is already an admin. --reset sets a new password and ends the sessions.`
  }
  if (/no such table: admins/.test(output)) {
    return 'The database has no tables yet: `npm start` creates the local ones, `npm run deploy` the remote ones.'
  }
  return `The admin could not be saved:\n${output.trim()}`
}

// Builds the statements of `npm run admin:create -- --delete` and reads their result. It executes nothing.

/**
 * Deletes an admin unless no other owner is left, and ends the sessions and the unused links. The last statement selects the
 * admin for `deletionProblem`. `at` is Unix time in seconds.
 */
export function deleteAdminSql(email: string, at: number): string {
  const address = sqlString(email)
  const account = `(SELECT id FROM admins WHERE email = ${address} AND deleted_at IS NOT NULL)`
  const hasOther = `EXISTS (SELECT 1 FROM admins other WHERE other.role = 'owner' AND other.deleted_at IS NULL
         AND other.invited_at IS NULL AND other.email <> ${address})`
  return [
    `UPDATE admins SET deleted_at = ${at}, token_version = token_version + 1
      WHERE email = ${address} AND deleted_at IS NULL AND ${hasOther}`,
    endLinks(`email = ${address} AND deleted_at IS NOT NULL`),
    `DELETE FROM admin_properties WHERE admin_id = ${account}`,
    `SELECT deleted_at FROM admins WHERE email = ${address}`
  ].join(';\n')
}

/** Why the admin was not deleted, or null. `row` is the admin as it is now. */
export function deletionProblem(
  row: { deleted_at: number | null } | undefined,
  { at, email }: { at: number; email: string }
) {
  if (row?.deleted_at === null) {
    return `${email} was not deleted, because no other owner is left. Create another admin first.`
  }
  return row?.deleted_at === at ? null : `There is no admin ${email}. Nothing was changed.`
}
