import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { messageResponse } from '#contract/kit/fields.ts'

/** Added by us: ends the token that comes with it, whoever's it is; needs none. */
export const signOut = defineEndpoint({
  access: 'public',
  isExtension: true,
  method: 'POST',
  output: messageResponse,
  path: '/auth/logout'
})

/** Added by us: ends every session of the account, the caller's included. */
export const signOutEverywhere = defineEndpoint({
  access: 'account',
  isExtension: true,
  method: 'POST',
  output: messageResponse,
  path: '/auth/logout-all'
})
