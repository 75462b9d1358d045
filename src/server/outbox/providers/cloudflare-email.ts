import { PROVIDER_TIMEOUT_MS } from '#domain/constants.ts'
import { env } from '#server/runtime/env.ts'
import { mailConfig } from '#server/runtime/message-config.ts'
import { withTimeout } from '#server/runtime/outgoing.ts'
import type { MailProvider } from './mail-provider.ts'

// Cloudflare Email Service by its binding; codes are Cloudflare's. It has no idempotency key: if the Worker ends
// between sending and saving the result, the mail is sent twice.

/** The message or its address is refused for good. */
const REJECTED = [
  'E_RECIPIENT_NOT_ALLOWED',
  'E_RECIPIENT_SUPPRESSED',
  'E_VALIDATION_ERROR',
  'E_FIELD_MISSING',
  'E_CONTENT_TOO_LARGE'
]

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

export const cloudflareEmail: MailProvider = ({ attachments, html, subject, text, to }) => {
  const message = {
    attachments: attachments.map(each => ({ ...each, disposition: 'attachment' as const })),
    from: mailConfig().from,
    html,
    subject,
    text,
    to
  }
  return withTimeout(Promise.resolve(env.EMAIL?.send(message)), PROVIDER_TIMEOUT_MS).then(
    () => ({ outcome: 'sent' }),
    (error: unknown) => ({
      code: codeOf(error) || 'Cloudflare',
      message: String(error),
      outcome: REJECTED.includes(codeOf(error)) ? 'rejected' : 'retry'
    })
  )
}
