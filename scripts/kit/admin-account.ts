import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { email } from '#contract/kit/fields.ts'
import { PASSWORD_MAX_LENGTH } from '#domain/constants.ts'
import { missingRequirements } from '#domain/password.ts'
import * as text from '#messages/auth.ts'
import { invalidEmail } from '#messages/common.ts'
import { ROOT } from './settings.ts'

// What `npm run admin:create` writes, and where, without doing it.

interface Account {
  id: string
  email: string
  /** Null: as it was, or 'Admin'. */
  name: string | null
  password_hash: string
  /** Seconds since 1970. */
  created_at: number
}

const sqlString = (value: string) => `'${value.replaceAll("'", "''")}'`

/** One statement, which refuses an e-mail that an admin has; with `reset` that admin's password is another, and his sessions end. */
export function insertAdminSql({ created_at, email, id, name, password_hash }: Account, reset: boolean): string {
  const values = [...[id, name ?? 'Admin', email, password_hash].map(sqlString), created_at]
  const insert = `INSERT INTO admins (id, name, email, password_hash, created_at) VALUES (${values.join(', ')})`
  const named = name === null ? '' : 'name = excluded.name, '
  const again = `ON CONFLICT (email) DO UPDATE SET ${named}password_hash = excluded.password_hash, token_version = token_version + 1, deleted_at = NULL`
  return `${insert}${reset ? ` ${again}` : ''};\n`
}

/** What wrangler is asked: the file's statement, on the database here or on the one of the Worker that was put up. */
export function executeArgs(file: string, place: { remote: true } | { folder: string; remote: false }): string[] {
  const target = place.remote ? ['--remote'] : ['--local', '--persist-to', place.folder]
  return ['d1', 'execute', 'DB', '--config', join(ROOT, 'wrangler.toml'), '--file', file, '--yes', ...target]
}

/** The e-mail as it is kept, or the sentence why it is none. */
export function parseEmail(typed: string | undefined): { email: string } | { sentence: string } {
  const { issues, output } = v.safeParse(email, typed)
  return issues ? { sentence: `${invalidEmail}: --email somebody@example.in` } : { email: output }
}

/** Why nobody may have this password, or null. */
export function passwordProblem(password: string): string | null {
  if (password.length > PASSWORD_MAX_LENGTH) return text.passwordTooLong
  const missing = missingRequirements(password)
  return missing.length > 0 ? text.passwordMustContain(missing) : null
}

/** Without what is easily taken for something else. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!@#%&*?'
const GENERATED_LENGTH = 20

export function generatePassword(): string {
  for (;;) {
    const candidate = Array.from({ length: GENERATED_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    if (passwordProblem(candidate) === null) return candidate
  }
}

/** What went wrong, from what wrangler printed. */
export function explainFailure(output: string, email: string): string {
  if (/UNIQUE constraint failed: admins\.email/.test(output)) {
    return `${email} is an admin already. --reset gives a new password, and ends the sessions.`
  }
  if (/no such table: admins/.test(output)) {
    return 'The database has no tables yet: `npm start` makes them here, `npm run deploy` where --remote is.'
  }
  return `The admin could not be written:\n${output.trim()}`
}
