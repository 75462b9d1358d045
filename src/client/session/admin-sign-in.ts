import { call } from '#client/http/api.ts'
import { signInAdmin } from '#contract/auth/sign-in.ts'
import type { Output, Sent } from '#contract/kit/endpoint.ts'

/** The portal's sign-in, apart from its screen: that stands and is typed into without anything that a call needs. */
export function askToEnter(body: Sent<typeof signInAdmin>['body']): Promise<Output<typeof signInAdmin>> {
  return call(signInAdmin, { body })
}
