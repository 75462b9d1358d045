import type { signIn } from '#contract/auth/sign-in.ts'
import type { ClientInput } from '#contract/kit/endpoint.ts'
import { fieldMissing } from '#messages/account/account.ts'

type Credentials = ClientInput<typeof signIn>['body']

/**
 * The texts of the empty fields, for a sign-in. Its page loads without the contract's schemas, to be small. A test
 * compares the fields with those that the contract rejects.
 */
export function missingFields(credentials: Credentials): { [Field in keyof Credentials]?: string } {
  const { email, password } = fieldMissing
  return { ...(!credentials.email && { email }), ...(!credentials.password && { password }) }
}
