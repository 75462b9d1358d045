import { call } from '#client/http/api.ts'
import { signIn, signInAdmin } from '#contract/auth/sign-in.ts'
import type { ClientInput } from '#contract/kit/endpoint.ts'
import type { SessionType } from '#domain/routes.ts'

/** The sign-in calls, in a module of their own so that the forms work before the API client has loaded. */
export function requestSignIn(type: SessionType, body: ClientInput<typeof signIn>['body']) {
  return type === 'admin' ? call(signInAdmin, { body }) : call(signIn, { body })
}
