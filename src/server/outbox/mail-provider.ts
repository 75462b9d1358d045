import * as v from 'valibot'
import { PROVIDER_TIMEOUT_MS } from '#domain/constants.ts'
import { cleanLine } from '#domain/kit/text.ts'
import { env, mailConfig, mailProviderName } from '#server/runtime/env.ts'
import { jsonOrNull, retryAfterSeconds, withTimeout } from '#server/runtime/outgoing.ts'

export interface Mail {
  /** The same for every attempt. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  attachments: readonly Attachment[]
}

interface Attachment {
  filename: string
  /** A MIME type. */
  type: string
  content: string
}

/** 'retry': it may not have been sent, and a later attempt may work. 'rejected': no attempt will work. */
export interface SendFailure {
  outcome: 'rejected' | 'retry'
  /** The service's error code, else the service's name. For the log. */
  code: string
  /** For admins only, because the service may quote the address. */
  message: string
  /** The pause before the next request that the service asks for. */
  retryAfterSeconds?: number
}

type SendResult = { outcome: 'sent' } | SendFailure

/** Never throws. */
type MailProvider = (mail: Mail, now: Date) => Promise<SendResult>

// Cloudflare Email Service by its binding; codes are Cloudflare's. It has no idempotency key: if the Worker ends
// between sending and saving the result, the mail is sent twice.

/** The message or its address is refused for good. */
const REJECTED_CODES = [
  'E_RECIPIENT_NOT_ALLOWED',
  'E_RECIPIENT_SUPPRESSED',
  'E_VALIDATION_ERROR',
  'E_FIELD_MISSING',
  'E_CONTENT_TOO_LARGE'
]

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

const cloudflareEmail: MailProvider = ({ attachments, html, subject, text, to }) => {
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
      outcome: REJECTED_CODES.includes(codeOf(error)) ? 'rejected' : 'retry'
    })
  )
}

// Resend's call POST /emails; names and statuses are Resend's. Their SDK is not used, because this is one request.

const errorSchema = v.object({ message: v.pipe(v.string(), v.transform(cleanLine)), name: v.string() })

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

async function resultOf(response: Response, now: Date): Promise<SendResult> {
  if (response.ok) return { outcome: 'sent' }
  const { output, success } = v.safeParse(errorSchema, await jsonOrNull(response))
  if (success && output.name === ALREADY_SENT) return { outcome: 'sent' }
  const { message, name: code } = success ? output : { message: `answered ${response.status}`, name: 'Resend' }
  if (REJECTED_STATUSES.includes(response.status)) return { code, message, outcome: 'rejected' }
  return { code, message, outcome: 'retry', retryAfterSeconds: retryAfterSeconds(response, now) }
}

const resend: MailProvider = (mail, now) =>
  retryOnFailure(
    'Resend',
    post(mail).then(response => resultOf(response, now))
  )

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

/** A service that does not answer is asked again later. */
export function retryOnFailure<Result>(service: string, sending: Promise<Result>) {
  return sending.catch((error: unknown) => ({ code: service, message: String(error), outcome: 'retry' as const }))
}

/** Sends nothing. The outbox keeps what would have been sent. */
const sendNothing: MailProvider = async () => ({ outcome: 'sent' })

const PROVIDERS = { cloudflare: cloudflareEmail, kept: sendNothing, resend }

export function mailProvider(): MailProvider {
  return PROVIDERS[mailProviderName()]
}
