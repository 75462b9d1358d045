import { deleteUnusedLinks } from '#server/sessions/accounts.ts'
import { sqlString } from './admin-account.ts'

// Builds the statements of `npm run admin:create -- --delete` and reads their result. It executes nothing.

/**
 * Deletes an admin unless no other is left, and ends the sessions and the unused links. The last statement selects the
 * admin for `deletionProblem`. `at` is Unix time in seconds.
 */
export function deleteAdminSql(email: string, at: number): string {
  const address = sqlString(email)
  const account = `(SELECT id FROM admins WHERE email = ${address} AND deleted_at IS NOT NULL)`
  const hasOther = `EXISTS (SELECT 1 FROM admins other WHERE other.deleted_at IS NULL AND other.email <> ${address})`
  return [
    `UPDATE admins SET deleted_at = ${at}, token_version = token_version + 1
      WHERE email = ${address} AND deleted_at IS NULL AND ${hasOther}`,
    deleteUnusedLinks('admin', 'TRUE').replaceAll(':account', () => account),
    `SELECT deleted_at FROM admins WHERE email = ${address}`
  ].join(';\n')
}

interface Deletion {
  at: number
  email: string
}

/** Why the admin was not deleted, or null. `row` is the admin as it is now. */
export function deletionProblem(row: { deleted_at: number | null } | undefined, { at, email }: Deletion) {
  if (row?.deleted_at === null) {
    return `${email} is the last admin and was not deleted. Create another admin first.`
  }
  return row?.deleted_at === at ? null : `There is no admin ${email}. Nothing was changed.`
}
