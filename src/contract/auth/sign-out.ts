import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { messageResponse } from '#contract/kit/fields.ts'

/** Revokes the tokens sent with the call. Succeeds without a token too. */
export const signOut = defineEndpoint({
  access: 'public',
  isEmbeddedOnly: true,
  method: 'POST',
  output: messageResponse,
  path: '/auth/logout'
})

/** Ends every session of the account, including the caller's. */
export const signOutEverywhere = defineEndpoint({
  access: 'account',
  isEmbeddedOnly: true,
  method: 'POST',
  output: messageResponse,
  path: '/auth/logout-all'
})
