import { buildPushPayload } from '@block65/webcrypto-web-push'
import { PROVIDER_TIMEOUT_MS } from '#domain/constants.ts'
import type { MessageKind, PushPayload } from '#domain/outbox/outbox.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { pushConfig } from '#server/runtime/env.ts'
import { type RequestResult, sendRequest } from '#server/runtime/outgoing.ts'
import type { DueMessage } from './due-messages.ts'
import { retryOnFailure, type SendFailure } from './mail-provider.ts'

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
const REJECTED_STATUSES = [401, 403]

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
  const isRejected = result.outcome === 'refused' && REJECTED_STATUSES.includes(result.status)
  return {
    code: `push_${result.code}`,
    message: 'the push service did not take the message',
    outcome: isRejected ? 'rejected' : 'retry'
  }
}
