import { insertMessage } from './insert-message.ts'
import { MESSAGE_LIFE } from './ride-messages.ts'

// The messages of the batches that change an account.

/**
 * For the batch that changes the email of :rider to :email, before that change. The mail goes to the old address, so
 * that nobody takes over an account unnoticed.
 */
export const EMAIL_CHANGED_MESSAGE = insertMessage({
  expires: MESSAGE_LIFE,
  facts: "json_object('email', u.email)",
  from: 'FROM users u WHERE u.id = :rider AND u.email <> :email AND u.deleted_at IS NULL',
  kind: 'email_changed',
  occasion: "u.id || ':' || :now",
  user: 'u.id'
})

/**
 * For the batch that adds a link to a new password. Parameters: :hash of its token, :tokenId and :expires. `column` is
 * that of the account, and `from` selects it as `a`.
 */
export const passwordResetMessage = (column: 'admin_id' | 'user_id', from: string) =>
  insertMessage({
    [column === 'admin_id' ? 'admin' : 'user']: 'a.id',
    expires: ':expires',
    facts: "json_object('hash', :hash, 'token_id', :tokenId)",
    from,
    kind: 'password_reset',
    occasion: ':tokenId'
  })
