import { signInAdmin } from '#contract/auth.ts'
import type { Output, Sent } from '#contract/endpoint.ts'
import { call } from './api.ts'

/** The portal's sign-in, apart from its screen: that stands and is typed into without anything that a call needs. */
export function askToEnter(body: Sent<typeof signInAdmin>['body']): Promise<Output<typeof signInAdmin>> {
  return call(signInAdmin, { body })
}
