import { lazyPart } from '#client/device/lazy-part.ts'
import { whenVisibleAgain } from '#client/device/page.ts'
import { keepsSiteData } from '#client/device/storage.ts'
import type { signIn } from '#contract/auth/sign-in.ts'
import type { ClientInput } from '#contract/kit/endpoint.ts'
import { ignoreFailure } from '#domain/kit/failures.ts'
import { cleanLine } from '#domain/kit/text.ts'
import type { SessionType } from '#domain/routes.ts'
import * as accountText from '#messages/account/account.ts'
import * as authText from '#messages/account/auth.ts'
import { warnOfUnsentPins } from '#stores/app/send-pending.ts'
import type { formErrors } from '#stores/kit/forms/form.ts'
import { type MountedStore, stopAll, whenMounted } from '#stores/kit/ssr-values.ts'
import { whenSessionChanges } from '#stores/session/session.ts'

// What the sign-ins of riders and admins share. Their pages load without the API client and the contract's schemas, to
// be small.

type Credentials = ClientInput<typeof signIn>['body']
export type CredentialField = keyof Credentials

const gateway = lazyPart(() => import('#client/session/sign-in.ts'))

/** For the time while the visitor types. A failure is ignored here; submitting reports it. */
export const preloadSignIn = gateway.preload

/** The texts of the empty fields. A test compares the fields with those that the contract rejects. */
export function missingFields(credentials: Credentials): { [Field in CredentialField]?: string } {
  const { email, password } = accountText.fieldMissing
  return { ...(!credentials.email && { email }), ...(!credentials.password && { password }) }
}

interface SignIn {
  errors: Pick<ReturnType<typeof formErrors<CredentialField>>, 'clearErrors' | 'toastFailure' | 'showErrors'>
  /** Shown for a failure without a reason of the server. */
  failureMessage: string
  type: SessionType
}

/** The token of a new session. Null once the form shows what is missing or has failed. */
export async function requestToken(
  { email = '', password }: Credentials,
  { errors, failureMessage, type }: SignIn
): Promise<string | null> {
  errors.clearErrors()
  const credentials = { email: cleanLine(email), password }
  const missing = missingFields(credentials)
  if (Object.keys(missing).length > 0) errors.showErrors(authText.signInIncomplete, missing)
  else if (!keepsSiteData()) errors.showErrors(authText.siteDataRefused, {})
  else {
    const request = gateway.load().then(({ requestSignIn }) => requestSignIn(type, credentials))
    const response = await errors.toastFailure(request, failureMessage, { wrong_credentials: 'password' })
    if (response === null) void ignoreFailure(warnOfUnsentPins(true))
    return response?.access_token ?? null
  }
  return null
}

/** Calls `redirect` for a visitor who may be signed in: at first, and after a sign-in in another tab. */
export function redirectSignedIn(store: MountedStore, redirect: () => void): void {
  whenMounted(store, () => {
    redirect()
    return stopAll([whenSessionChanges(redirect), whenVisibleAgain(redirect)])
  })
}
