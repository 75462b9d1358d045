import { createHash, createHmac } from 'node:crypto'
import { sessionSecret } from '#server/runtime/env.ts'

// The tokens in the links of mails. A token is computed from the id of its message, so that the message can be sent
// again. The database has only hashes of tokens, and without the secret nobody computes a token from an id.

/** 32 bytes, base64url. */
export function emailToken(id: string): string {
  return createHmac('sha256', sessionSecret()).update(`email token ${id}`).digest('base64url')
}

/** SHA-256, hexadecimal: the key of the token's row. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
