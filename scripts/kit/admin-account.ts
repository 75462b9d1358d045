import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { newPassword } from '#contract/auth/passwords.ts'
import { email } from '#contract/kit/fields.ts'
import { invalidEmail } from '#messages/api-errors.ts'
import { ROOT } from './settings.ts'
import { WRANGLER_CONFIGS } from './sites.ts'

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

export const sqlString = (value: string) => `'${value.replaceAll("'", "''")}'`

/**
 * Inserts an admin; an existing email is an error. With `reset`, an existing admin gets the new password and the
 * sessions end.
 */
export function insertAdminSql({ created_at, email, id, name, password_hash }: Account, reset: boolean): string {
  const values = [...[id, name ?? 'Admin', email, password_hash].map(sqlString), created_at]
  const insert = `INSERT INTO admins (id, name, email, password_hash, created_at) VALUES (${values.join(', ')})`
  const named = name === null ? '' : 'name = excluded.name, '
  const again = `ON CONFLICT (email) DO UPDATE SET ${named}password_hash = excluded.password_hash, token_version = token_version + 1, deleted_at = NULL`
  return `${insert}${reset ? ` ${again}` : ''};\n`
}

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
  return issues ? { sentence: `${invalidEmail}: ${option} somebody@example.in` } : { email: output }
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
