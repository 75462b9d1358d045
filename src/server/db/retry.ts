import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import { DATABASE_TIMEOUT_MS } from '#domain/constants.ts'
import { isFirstThisHour, logError } from '#server/runtime/log.ts'
import { sleep, TimeoutError, withTimeout } from '#server/runtime/outgoing.ts'
import { Unavailable } from '#server/runtime/unavailable.ts'

// D1 has transient errors, which only their messages identify. Reads and idempotent writes are retried; other writes
// only if D1 says that it did not begin them, because else they may have been executed.
//
// If it still fails, the caller gets an `Unavailable` in time.

// The messages of developers.cloudflare.com/d1/observability/debug-d1, and those that others have met. D1 is a Durable
// Object, whose messages come through. 'exceeded' alone is not transient: a statement that exceeds a size limit always
// does.

/** The database is closed for a moment. Nothing was executed. */
const CLOSED = /Currently processing a long-running|SQLITE_BUSY|database is locked/i
/** Transient errors, worth a retry. */
const TRANSIENT =
  /Network connection lost|caused object to be reset|code (?:was|has been) updated|due to transient issue|request stream because client disconnected|Failed to parse body as JSON|service unavailable/i
/** The queue is full. One retry, after a longer pause, adds little load. */
const QUEUED = /is overloaded|queued for too long|requests queued/i
/** The statement itself is too much. A retry would do the same again. */
const OVERLOADED = /time limit and was reset|memory limit and was reset|exceeded memory|timed out|internal error/i

const ONLY_READS = /^\s*(SELECT|EXPLAIN|WITH(?![\s\S]*\b(INSERT|UPDATE|DELETE)\b))/i

const FIRST_PAUSE_MS = 50
const QUEUE_PAUSE_MS = 1000

async function retry<T>(work: () => Promise<T>, isIdempotent: boolean): Promise<T> {
  const deadline = Date.now() + DATABASE_TIMEOUT_MS
  for (let delay = FIRST_PAUSE_MS, wasQueued = false; ; delay *= 2) {
    const result = await withTimeout(work(), Math.max(1, deadline - Date.now())).then(
      value => ({ value }),
      (error: unknown) => ({ error })
    )
    if ('value' in result) return result.value
    const message = String(result.error)
    const isQueued = QUEUED.test(message)
    const wait = (isQueued ? QUEUE_PAUSE_MS : delay) * Math.random()
    const isClosed = CLOSED.test(message)
    const isTransient = TRANSIENT.test(message) || (isQueued && !wasQueued)
    const isOverloaded = isQueued || result.error instanceof TimeoutError || OVERLOADED.test(message)
    if (!isClosed && !isTransient && !isOverloaded) throw result.error
    if (!(isClosed || (isTransient && isIdempotent)) || Date.now() + wait >= deadline) {
      if (isFirstThisHour(`database_unavailable: ${message.split(';')[0]}`, new Date()))
        logError('database_unavailable', { message })
      throw new Unavailable(message)
    }
    wasQueued ||= isQueued
    await sleep(wait)
  }
}

class RetryingStatement {
  readonly statement: D1PreparedStatement
  readonly isReadOnly: boolean

  constructor(inner: D1PreparedStatement, isRead: boolean) {
    this.statement = inner
    this.isReadOnly = isRead
  }

  bind(...values: unknown[]) {
    return new RetryingStatement(this.statement.bind(...values), this.isReadOnly)
  }

  all = () => retry(() => this.statement.all(), this.isReadOnly)
  first = (column?: string) =>
    retry(() => (column === undefined ? this.statement.first() : this.statement.first(column)), this.isReadOnly)
  raw = () => retry(() => this.statement.raw(), this.isReadOnly)
  run = () => retry(() => this.statement.run(), this.isReadOnly)
}

const unwrap = (statements: readonly D1PreparedStatement[]) =>
  (statements as unknown as RetryingStatement[]).map(({ statement }) => statement)

interface RetryingD1 {
  prepare: D1Database['prepare']
  batch: <Row>(statements: D1PreparedStatement[]) => Promise<D1Result<Row>[]>
  /** For batches that are safe to execute twice. */
  batchIdempotent: <Row>(statements: D1PreparedStatement[]) => Promise<D1Result<Row>[]>
}

/** Wraps a database with retries and timeouts. */
export function withRetries(database: D1Database): RetryingD1 {
  const batchWith =
    (isIdempotent: boolean): RetryingD1['batch'] =>
    statements => {
      const isReadOnly = (statements as unknown as RetryingStatement[]).every(({ isReadOnly }) => isReadOnly)
      return retry(() => database.batch(unwrap(statements)), isIdempotent || isReadOnly)
    }
  return {
    batch: batchWith(false),
    batchIdempotent: batchWith(true),
    prepare: query =>
      new RetryingStatement(database.prepare(query), ONLY_READS.test(query)) as unknown as D1PreparedStatement
  }
}
