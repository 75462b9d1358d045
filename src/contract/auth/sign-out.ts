import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { messageResponse } from '#contract/kit/fields.ts'

/** Extension: revokes the tokens sent with the call. Succeeds without a token too. */
export const signOut = defineEndpoint({
  access: 'public',
  isExtension: true,
  method: 'POST',
  output: messageResponse,
  path: '/auth/logout'
})

/** Extension: ends every session of the account, including the caller's. */
export const signOutEverywhere = defineEndpoint({
  access: 'account',
  isExtension: true,
  method: 'POST',
  output: messageResponse,
  path: '/auth/logout-all'
})
