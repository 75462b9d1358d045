import { call } from '#client/http/api.ts'
import { signIn } from '#contract/auth/sign-in.ts'
import type { ClientInput, ClientOutput } from '#contract/kit/endpoint.ts'

/** The riders' sign-in call, in a module of its own for the same reason as admin-sign-in.ts. */
export function requestRiderSignIn(body: ClientInput<typeof signIn>['body']): Promise<ClientOutput<typeof signIn>> {
  return call(signIn, { body })
}
