import {
  MESSAGE_CHANNELS,
  MESSAGE_RETENTION_DAYS,
  MESSAGE_RETRY_MINUTES,
  type MessageKind
} from '#domain/outbox/outbox.ts'
import { DAY_SECONDS, MINUTE_SECONDS, SECOND_MS } from '#domain/time/time-units.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { logWithBackoff } from '#server/jobs/retries.ts'
import { logError, logException } from '#server/runtime/log.ts'
import { sleep } from '#server/runtime/outgoing.ts'
import type { SendFailure } from './channels.ts'
import { type Delivery, deliverMessage } from './deliver.ts'
import { loadMessages, type StoredMessage } from './due-messages.ts'

// Sends the messages that are due. A lease keeps two runs from sending the same message. If a run ends between sending
// and saving, the lease ends and the message is sent again, with the same idempotency key.

const MESSAGES_PER_RUN = 50
const SENT_AT_ONCE = 5
const LEASE_SECONDS = 120
/** No group of a channel is begun after this, so that a slow or busy service does not keep the run alive. */
const RUN_LIMIT_MS = 10 * SECOND_MS

/** SQL: no run sends the message at present. */
const IS_SENDABLE = "state = 'due' AND due_at <= :now AND coalesce(lease_until, 0) <= :now"

const DROP_EXPIRED = `UPDATE outbox SET state = 'dropped' WHERE ${IS_SENDABLE} AND expires_at <= :now`

/** Each channel has its own messages, so that those of a failing one do not keep the others waiting. */
const LEASES = MESSAGE_CHANNELS.map(
  channel => `
UPDATE outbox SET lease_until = :now + ${LEASE_SECONDS}
 WHERE id IN (SELECT id FROM outbox
               WHERE ${IS_SENDABLE} AND channel = '${channel}'
               ORDER BY due_at LIMIT ${MESSAGES_PER_RUN})
RETURNING id`
)

// Another run may have leased it meanwhile, if this one was slow.
const IS_LEASED = "id = :id AND state = 'due' AND attempts = :attempts"

const SAVE_FINAL = `
UPDATE outbox SET state = :state, subject = :subject, body = :body, error = :error, lease_until = NULL,
       sent_at = iif(:state = 'sent', :now, NULL)
 WHERE ${IS_LEASED}`

const SAVE_RETRY = `
UPDATE outbox SET attempts = attempts + 1, due_at = :dueAt, error = :error, lease_until = NULL WHERE ${IS_LEASED}`

// The mail has retries of its own.
const SEND_BY_MAIL = `UPDATE outbox SET channel = 'mail', attempts = 0, lease_until = NULL WHERE ${IS_LEASED}`

// Not an attempt: the service was busy. A message that expires meanwhile is dropped then.
const SAVE_PAUSE = `UPDATE outbox SET due_at = :now + :seconds, lease_until = NULL WHERE ${IS_LEASED}`

const RELEASE = `UPDATE outbox SET lease_until = NULL WHERE ${IS_LEASED}`

/** Sends due messages, a few at a time. Returns how many were sent; the rest follow in the next run. */
export async function sendMessages(now: Date, clock: () => Date): Promise<number> {
  const results = await runIdempotent<Record<string, { id: string }>>([DROP_EXPIRED, ...LEASES], {
    now: secondsOf(now)
  })
  const ids = Object.values(results).flatMap(({ results: leased }) => leased.map(({ id }) => id))
  if (ids.length === 0) return 0
  const messages = await loadMessages(ids, now)
  let sent = 0
  for (const channel of MESSAGE_CHANNELS) {
    const ofChannel = messages.filter(message => message.channel === channel)
    sent += await sendInGroups(ofChannel, timer(RUN_LIMIT_MS, clock), now)
  }
  return sent
}

/**
 * Sends the messages of one channel. If its service is down or slow, those of the other are still sent. A busy service
 * gets the pause that it asks for, and then only as many messages at once as it took before.
 */
async function sendInGroups(messages: readonly StoredMessage[], msLeft: () => number, now: Date): Promise<number> {
  const waiting = [...messages]
  let groupSize = SENT_AT_ONCE
  let sent = 0
  /** The result of all further messages in this run; null: they are sent. */
  let rest: Result | null = null
  while (waiting.length > 0) {
    const group = waiting.splice(0, groupSize)
    if (msLeft() <= 0) rest ??= NOT_TRIED
    const results = rest ? Array<Result>(group.length).fill(rest) : await sendAll(group, now)
    const taken = results.filter(({ outcome }) => outcome === 'sent').length
    const seconds = Math.max(...results.map(pauseOf))
    const isSentAgain = seconds > 0 && seconds * SECOND_MS < msLeft()
    if (seconds > 0 && !isSentAgain) rest = { outcome: 'paused', seconds }
    else if (!isSentAgain && results.length > 1 && results.every(({ outcome }) => outcome === 'retry'))
      rest ??= NOT_TRIED
    const outcomes = group.map((message, index) => ({ message, result: results[index] ?? NOT_TRIED }))
    const refused = outcomes.filter(({ result }) => pauseOf(result) > 0)
    const done = isSentAgain ? outcomes.filter(outcome => !refused.includes(outcome)) : outcomes
    const saved = done.map(({ message, result }) => save(message, (pauseOf(result) > 0 && rest) || result, now))
    if (saved.length > 0) await runIdempotent(saved)
    await logFailures(
      done.map(({ result }) => result),
      now
    )
    sent += taken
    if (!isSentAgain) continue
    waiting.unshift(...refused.map(({ message }) => message))
    groupSize = Math.max(1, taken)
    await sleep(seconds * SECOND_MS)
  }
  return sent
}

function timer(ms: number, clock: () => Date): () => number {
  const end = clock().getTime() + ms
  return () => end - clock().getTime()
}

type Result = Delivery | { outcome: 'not_tried' } | { outcome: 'paused'; seconds: number }

const NOT_TRIED: Result = { outcome: 'not_tried' }

const pauseOf = (result: Result) => (result.outcome === 'retry' ? (result.retryAfterSeconds ?? 0) : 0)

function sendAll(messages: readonly StoredMessage[], now: Date): Promise<Result[]> {
  return Promise.all(messages.map(message => tryDelivery(message, now)))
}

/** A message that cannot be written must not stop the others. */
function tryDelivery(message: StoredMessage, now: Date): Promise<Result> {
  return deliverMessage(message, now).catch((error: unknown) => {
    logException(error, { item: message.id, list: 'outbox' })
    return { code: 'internal_error', message: 'the log has the exception', outcome: 'retry' }
  })
}

const ALSO_MAILED: readonly MessageKind[] = ['extended']

function save(message: StoredMessage, result: Result, now: Date) {
  const { attempts, channel, id, kind } = message
  const params = { attempts, body: null, error: errorOf(result), id, now: secondsOf(now), subject: null }
  const end = (state: 'dropped' | 'failed') => prepareNamed(SAVE_FINAL, { ...params, state })
  const mailOrEnd = (state: 'dropped' | 'failed') =>
    channel === 'push' && !ALSO_MAILED.includes(kind) ? prepareNamed(SEND_BY_MAIL, params) : end(state)
  switch (result.outcome) {
    case 'sent':
      return prepareNamed(SAVE_FINAL, { ...params, body: result.body, state: 'sent', subject: result.subject })
    case 'dropped':
      return end('dropped')
    case 'no_device':
      return mailOrEnd('dropped')
    case 'rejected':
      return mailOrEnd('failed')
    case 'not_tried':
      return prepareNamed(RELEASE, params)
    case 'paused':
      return prepareNamed(SAVE_PAUSE, { ...params, seconds: result.seconds })
    case 'retry': {
      const dueAt = retryAt(message, now)
      return dueAt === null ? mailOrEnd('failed') : prepareNamed(SAVE_RETRY, { ...params, dueAt })
    }
  }
}

/** Unix seconds; null if all retries were used, or if the message expires before the next one. */
function retryAt({ attempts, expires_at }: StoredMessage, now: Date): number | null {
  const minutes = MESSAGE_RETRY_MINUTES[attempts]
  if (minutes === undefined) return null
  const dueAt = secondsOf(now) + minutes * MINUTE_SECONDS
  return dueAt < expires_at ? dueAt : null
}

const hasFailed = (result: Result): result is SendFailure => result.outcome === 'retry' || result.outcome === 'rejected'

/** What admins read of a message that was not sent. */
function errorOf(result: Result): string | null {
  return hasFailed(result) ? `${result.code}: ${result.message}` : null
}

/** The service's message may quote the address, so the log has only its code. */
async function logFailures(results: readonly Result[], now: Date): Promise<void> {
  for (const { code } of results.filter(hasFailed)) {
    await logWithBackoff(`outbox: ${code}`, now, () => logError('message_failed', { list: 'outbox', message: code }))
  }
}

const DELETED_AT_ONCE = 1000

const DELETE_OLD = `
DELETE FROM outbox
 WHERE rowid IN (SELECT rowid FROM outbox WHERE created_at < :before AND state <> 'due' LIMIT ${DELETED_AT_ONCE})`

/** Deletes old messages, in batches. Returns their number. */
export async function deleteOldMessages(now: Date): Promise<number> {
  const before = secondsOf(now) - MESSAGE_RETENTION_DAYS * DAY_SECONDS
  const { old } = await runIdempotent<{ old: object }>({ old: DELETE_OLD }, { before })
  const deleted = old.meta.changes
  return deleted < DELETED_AT_ONCE ? deleted : deleted + (await deleteOldMessages(now))
}
