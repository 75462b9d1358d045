import * as v from 'valibot'
import { PROVIDER_TIMEOUT_MS } from '#domain/constants.ts'
import { mailConfig } from '#server/runtime/message-config.ts'
import { jsonOrNull } from '#server/runtime/outgoing.ts'
import type { Mail, MailProvider, SendResult } from './mail-provider.ts'
import { retryOnFailure } from './retry-on-failure.ts'

// Resend's call POST /emails; names and statuses are Resend's. Their SDK is not used, because this is one request.

const errorSchema = v.object({ message: v.string(), name: v.string() })

/** The request itself is wrong, for example its address. */
const REJECTED_STATUSES = [400, 413, 422]

/** The same key was sent with another body: the first one was accepted, and its words have changed since then. */
const ALREADY_SENT = 'invalid_idempotent_request'

function requestBody({ attachments, html, subject, text, to }: Mail) {
  return {
    ...(attachments.length > 0 && {
      attachments: attachments.map(({ content, filename, type }) => ({
        content: toBase64(content),
        content_type: type,
        filename
      }))
    }),
    from: mailConfig().from,
    html,
    subject,
    text,
    to: [to]
  }
}

function toBase64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
}

async function resultOf(response: Response): Promise<SendResult> {
  if (response.ok) return { outcome: 'sent' }
  const { output, success } = v.safeParse(errorSchema, await jsonOrNull(response))
  if (success && output.name === ALREADY_SENT) return { outcome: 'sent' }
  const { message, name: code } = success ? output : { message: `answered ${response.status}`, name: 'Resend' }
  return { code, message, outcome: REJECTED_STATUSES.includes(response.status) ? 'rejected' : 'retry' }
}

export const resend: MailProvider = mail => retryOnFailure('Resend', post(mail).then(resultOf))

function post(mail: Mail): Promise<Response> {
  const { apiUrl, resendKey } = mailConfig()
  return fetch(`${apiUrl}/emails`, {
    body: JSON.stringify(requestBody(mail)),
    headers: {
      authorization: `Bearer ${resendKey}`,
      'content-type': 'application/json',
      'idempotency-key': mail.id
    },
    method: 'POST',
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS)
  })
}
