import { call } from '#client/http/api.ts'
import { signIn, signInAdmin } from '#contract/auth/sign-in.ts'
import type { ClientInput } from '#contract/kit/endpoint.ts'

// The sign-in calls, in a module of their own so that the forms work before the API client has loaded.

export const requestRiderSignIn = (body: ClientInput<typeof signIn>['body']) => call(signIn, { body })
export const requestAdminSignIn = (body: ClientInput<typeof signInAdmin>['body']) => call(signInAdmin, { body })
