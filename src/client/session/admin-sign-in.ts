import { call } from '#client/http/api.ts'
import { signInAdmin } from '#contract/auth/sign-in.ts'
import type { ClientInput, ClientOutput } from '#contract/kit/endpoint.ts'

/** The portal's sign-in call, in a module of its own so that the form works before the API client has loaded. */
export function requestAdminSignIn(
  body: ClientInput<typeof signInAdmin>['body']
): Promise<ClientOutput<typeof signInAdmin>> {
  return call(signInAdmin, { body })
}
