import { call } from '#client/http/api.ts'
import { signIn } from '#contract/auth/sign-in.ts'
import type { Output, Sent } from '#contract/kit/endpoint.ts'

/** The riders' sign-in, apart from its screen, as the portal's (admin-sign-in.ts). */
export function askToSignIn(body: Sent<typeof signIn>['body']): Promise<Output<typeof signIn>> {
  return call(signIn, { body })
}
