import * as v from 'valibot'
import { linkToken } from '#contract/auth/passwords.ts'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { messageResponse } from '#contract/kit/fields.ts'

/** Mails the rider a link that confirms the email. 404 without a mail service. */
export const sendConfirmLink = defineEndpoint('POST /profile/confirm-email', {
  access: 'rider',
  body: v.object({}),
  output: messageResponse
})

/** Opened again, the link of a confirmed email is answered alike. */
export const confirmEmail = defineEndpoint('POST /auth/confirm', {
  access: 'public',
  body: v.object({ token: linkToken }),
  output: messageResponse
})

export const docs = {
  sendConfirmLink: {
    refusals: ['account_not_found', 'not_allowed', 'not_found', 'too_many_requests'],
    summary: "Mail a rider a link that confirms the rider's email"
  },
  confirmEmail: {
    refusals: ['link_expired', 'not_allowed', 'too_many_requests'],
    summary: 'Confirm an email by the link of a mail'
  }
} satisfies Docs
