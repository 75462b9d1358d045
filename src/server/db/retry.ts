import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import { DATABASE_TIMEOUT_MS, RETRY_AFTER_SECONDS } from '#domain/constants.ts'
import { serviceBusy } from '#messages/common.ts'
import { Problem } from '#server/http/errors.ts'
import { isFirstThisHour, logError } from '#server/runtime/log.ts'

// D1 fails now and then, and says so in its message alone. What only reads, or comes to the same when it is done twice,
// is tried again; anything else is left as it is, for nobody knows whether it was done. Either way the caller hears of
// it in time: 503, and when to come again.

/** Passing, and gone with the next try. */
const TRANSIENT =
  /Network connection lost|caused object to be reset|reset because its code was updated|Cannot resolve D1 DB|starting up/i
/** Too much to do: trying again would add to it. */
const OVERLOADED = /overloaded|too many requests queued|timed out|timeout|exceeded|internal error/i

const ONLY_READS = /^\s*(SELECT|EXPLAIN|WITH(?![\s\S]*\b(INSERT|UPDATE|DELETE)\b))/i

const FIRST_PAUSE_MS = 50

class TimeoutError extends Error {
  override message = 'No answer in time: timeout'
}

/** What there is by then, else an error. */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), ms)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

async function retry<T>(work: () => Promise<T>, isIdempotent: boolean): Promise<T> {
  const deadline = Date.now() + DATABASE_TIMEOUT_MS
  for (let delay = FIRST_PAUSE_MS; ; delay *= 2) {
    const result = await withTimeout(work(), Math.max(1, deadline - Date.now())).then(
      value => ({ value }),
      (error: unknown) => ({ error })
    )
    if ('value' in result) return result.value
    const message = String(result.error)
    const wait = delay * Math.random()
    const isTransient = TRANSIENT.test(message)
    if (!isTransient && !OVERLOADED.test(message)) throw result.error
    if (!isTransient || !isIdempotent || Date.now() + wait >= deadline) {
      if (isFirstThisHour(`database_trouble: ${message.split(';')[0]}`, new Date()))
        logError('database_trouble', { message })
      throw new Problem(503, serviceBusy, { 'retry-after': String(RETRY_AFTER_SECONDS) })
    }
    await new Promise(resolve => setTimeout(resolve, wait))
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
  raw = (options?: { columnNames: true }) =>
    retry(() => (options ? this.statement.raw(options) : this.statement.raw()), this.isReadOnly)
  run = () => retry(() => this.statement.run(), this.isReadOnly)
}

const unwrap = (statements: readonly D1PreparedStatement[]) =>
  (statements as unknown as RetryingStatement[]).map(({ statement }) => statement)

export interface RetryingD1 {
  prepare: D1Database['prepare']
  batch: <Row>(statements: D1PreparedStatement[]) => Promise<D1Result<Row>[]>
  /** For a batch that comes to the same when it is done twice. */
  batchIdempotent: <Row>(statements: D1PreparedStatement[]) => Promise<D1Result<Row>[]>
}

/** The same database, whose passing failures are borne and whose silence ends in time. */
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
