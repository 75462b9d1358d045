import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import * as accountText from '#messages/account/account.ts'
import { existingPassword } from './sign-in.ts'

/**
 * A rider asks for the deletion of the account, which happens KEPT_AFTER_RIDE_DAYS after the last ride. Ends all
 * sessions. Signing in before then keeps the account.
 */
export const askForDeletion = defineEndpoint('POST /profile/delete', {
  access: 'rider',
  body: v.object({ password: existingPassword(accountText.currentMissing) }),
  output: v.object({
    message: v.string(),
    /** 'yyyy-MM-dd'; null: within the hour. Later while payments are not settled. */
    deleted_on: v.nullable(v.string())
  })
})

export const docs = {
  askForDeletion: {
    refusals: ['own_rides_ahead', 'password_changed', 'rider_suspended', 'too_many_requests', 'wrong_password'],
    summary: "Ask for the deletion of the rider's account, and end all sessions"
  }
} satisfies Docs
