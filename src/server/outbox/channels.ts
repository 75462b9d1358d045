import { buildPushPayload } from '@block65/webcrypto-web-push'
import * as v from 'valibot'
import { PROVIDER_TIMEOUT_MS } from '#domain/constants.ts'
import { cleanLine } from '#domain/kit/text.ts'
import type { MessageKind, PushPayload } from '#domain/outbox/outbox.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { env, mailConfig, mailProviderName, pushConfig } from '#server/runtime/env.ts'
import {
  jsonOrNull,
  type RequestResult,
  retryAfterSeconds,
  sendRequest,
  withTimeout
} from '#server/runtime/outgoing.ts'
import type { DueMessage } from './due-messages.ts'

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
function retryOnFailure<Result>(service: string, sending: Promise<Result>) {
  return sending.catch((error: unknown) => ({ code: service, message: String(error), outcome: 'retry' as const }))
}

/** Sends nothing. The outbox keeps what would have been sent. */
const sendNothing: MailProvider = async () => ({ outcome: 'sent' })

const PROVIDERS = { cloudflare: cloudflareEmail, kept: sendNothing, resend }

export function mailProvider(): MailProvider {
  return PROVIDERS[mailProviderName()]
}

// Web push: one encrypted request to the push service of each device (RFC 8030, 8291 and 8292).

interface Device {
  endpoint: string
  p256dh: string
  auth: string
}

/** 'gone': the device no longer wants messages. */
type DeviceResult = { outcome: 'gone' } | { outcome: 'sent' } | SendFailure

type PushResult = { outcome: 'no_device' } | { outcome: 'sent' } | SendFailure

/** The device has unsubscribed, or the browser was removed. */
const GONE_STATUSES = [404, 410]
/**
 * The push service does not accept our key: the device has subscribed with another one, or the keys are wrong. The
 * device is kept, because the operator can still correct the keys.
 */
const KEY_REFUSED_STATUSES = [401, 403]

const SELECT_DEVICES = `
SELECT endpoint, p256dh, auth FROM push_subscriptions WHERE user_id = :rider OR admin_id = :admin`

const DELETE_GONE = 'DELETE FROM push_subscriptions WHERE endpoint IN (SELECT value FROM json_each(:endpoints))'

/**
 * Sends a message to all devices of its account, and deletes those that are gone. 'sent': at least one took it. 'retry':
 * one may still take it. 'rejected': none will. 'no_device': none is left, or push is off.
 */
export async function pushToDevices(
  message: DueMessage,
  content: Omit<PushPayload, 'tag'>,
  now: Date
): Promise<PushResult> {
  const config = pushConfig()
  if (config === null) return { outcome: 'no_device' }
  const { results: devices } = await prepareNamed(SELECT_DEVICES, {
    admin: message.admin_id,
    rider: message.user_id
  }).all<Device>()
  const options = optionsOf(message, now)
  const data = { ...content, tag: options.topic } satisfies PushPayload
  const results = await Promise.all(devices.map(device => pushTo(device, { data, options }, config)))
  const gone = devices.filter((_, index) => results[index]?.outcome === 'gone').map(({ endpoint }) => endpoint)
  if (gone.length > 0) await runIdempotent([DELETE_GONE], { endpoints: JSON.stringify(gone) })
  if (results.some(({ outcome }) => outcome === 'sent')) return { outcome: 'sent' }
  return results.find(isFailure('retry')) ?? results.find(isFailure('rejected')) ?? { outcome: 'no_device' }
}

const isFailure =
  (outcome: SendFailure['outcome']) =>
  (result: DeviceResult): result is SendFailure =>
    result.outcome === outcome

/** Those that should be seen at once. */
const URGENT: readonly MessageKind[] = ['ends_soon', 'not_ready', 'overdue', 'problem', 'problem_waits', 'ride_late']

/** RFC 8030 limits a topic to so many characters of URL-safe base64. */
const TOPIC_LENGTH = 32

/** A later message of the same kind about the same ride replaces one that has not reached the device yet. */
const topicOf = ({ booking, kind }: DueMessage) => `${kind}-${booking?.ride_id ?? ''}`.slice(0, TOPIC_LENGTH)

function optionsOf(message: DueMessage, now: Date) {
  const { expires_at, kind } = message
  const urgency: 'high' | 'normal' = URGENT.includes(kind) ? 'high' : 'normal'
  return { topic: topicOf(message), ttl: Math.max(1, expires_at - secondsOf(now)), urgency }
}

type PushMessage = Parameters<typeof buildPushPayload>[0]
type Config = NonNullable<ReturnType<typeof pushConfig>>

function pushTo({ auth, endpoint, p256dh }: Device, message: PushMessage, config: Config): Promise<DeviceResult> {
  const subscription = { endpoint, expirationTime: null, keys: { auth, p256dh } }
  const sending = buildPushPayload(message, subscription, config).then(({ body, headers, method }) =>
    sendRequest(requestUrl(endpoint, config.origin), { body, headers, method, timeoutMs: PROVIDER_TIMEOUT_MS })
  )
  return retryOnFailure('push', sending.then(toResult))
}

function requestUrl(endpoint: string, origin: string | null): string {
  const { origin: own, pathname, search } = new URL(endpoint)
  return `${origin ?? own}${pathname}${search}`
}

function toResult(result: RequestResult): DeviceResult {
  if (result.outcome === 'accepted') return { outcome: 'sent' }
  if (result.outcome === 'refused' && GONE_STATUSES.includes(result.status)) return { outcome: 'gone' }
  const isRejected = result.outcome === 'refused' && KEY_REFUSED_STATUSES.includes(result.status)
  return {
    code: `push_${result.code}`,
    message: 'the push service did not take the message',
    outcome: isRejected ? 'rejected' : 'retry'
  }
}
