import { call } from '#client/http/api.ts'
import { signInAdmin } from '#contract/auth/sign-in.ts'
import type { ClientInput, ClientOutput } from '#contract/kit/endpoint.ts'

/** The portal's sign-in, apart from its screen: that stands and is typed into without anything that a call needs. */
export function requestAdminSignIn(
  body: ClientInput<typeof signInAdmin>['body']
): Promise<ClientOutput<typeof signInAdmin>> {
  return call(signInAdmin, { body })
}
