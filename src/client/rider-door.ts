import { signIn } from '#contract/auth.ts'
import type { Output, Sent } from '#contract/endpoint.ts'
import { call } from './api.ts'

/** The riders' sign-in, apart from its screen, as the portal's (admin-door.ts). */
export function askToSignIn(body: Sent<typeof signIn>['body']): Promise<Output<typeof signIn>> {
  return call(signIn, { body })
}
