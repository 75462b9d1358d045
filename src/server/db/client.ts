import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import { drizzle } from 'drizzle-orm/d1'
import { DATABASE_TIMEOUT_MS } from '#domain/constants.ts'
import { env } from '#server/runtime/env.ts'
import { isFirstThisHour, logError } from '#server/runtime/log.ts'
import { sleep, TimeoutError, withTimeout } from '#server/runtime/outgoing.ts'
import { DatabaseFull, type Refusal, Unavailable } from '#server/runtime/refusal.ts'
import { prepareOn, type SqlParams } from './sql.ts'

/** D1 with retries. */
export const d1 = withRetries(env.DB)

export const db = drizzle(d1 as unknown as D1Database)

/** Prepares SQL with named parameters. */
export const prepareNamed = (query: string, params: SqlParams = {}) => prepareOn(d1, query, params)

/** A statement of a batch: SQL with the batch's parameters, or prepared with its own. */
type Statement = D1PreparedStatement | string

type Named<Rows> = { readonly [Name in keyof Rows]: Statement }

/**
 * Runs statements as one batch, in the order in which they are written. The batch is safe to execute twice. A result has
 * the name of its statement; `Rows` says what a row of each is that is read.
 */
export async function runIdempotent<Rows extends object = object>(
  batch: readonly Statement[] | (Named<Rows> & Readonly<Record<string, Statement | readonly Statement[]>>),
  params: SqlParams = {}
) {
  const steps = Object.entries<Statement | readonly Statement[]>(batch).flatMap(([name, statements]) =>
    [statements].flat().map(each => ({ name, statement: typeof each === 'string' ? prepareNamed(each, params) : each }))
  )
  const results = await d1.batchIdempotent(steps.map(({ statement }) => statement))
  return Object.fromEntries(results.map((result, index) => [steps[index]?.name, result])) as {
    [Name in keyof NoInfer<Rows>]: D1Result<Rows[Name]>
  }
}

/** A query of Drizzle. */
export interface Query {
  toSQL: () => { params: unknown[]; sql: string }
}

/** Prepares a query of Drizzle, for a batch with statements in SQL. */
export function prepareQuery(query: Query): D1PreparedStatement {
  const { params, sql } = query.toSQL()
  return d1.prepare(sql).bind(...params)
}

/** Reads the rows of several queries at once, by their names. */
export async function readRows<Rows extends object>(queries: Named<Rows>, params: SqlParams) {
  const results = await runIdempotent<Record<string, unknown>>({ ...queries }, params)
  return Object.fromEntries(Object.entries(results).map(([name, result]) => [name, result.results])) as {
    [Name in keyof Rows]: Rows[Name][]
  }
}

/** Throws `refused` if a unique index rejects the write. */
export function refuseDuplicate<T>(write: Promise<T>, refused: Refusal): Promise<T> {
  return write.catch((error: unknown) => {
    throw violates('UNIQUE', error) ? refused : error
  })
}

/** Throws `refused` if a foreign key rejects the write. If the write may be at fault in several ways, it is asked then. */
export function refuseMissingReference<T>(write: Promise<T>, refused: Refusal | (() => Promise<Refusal>)): Promise<T> {
  return write.catch(async (error: unknown) => {
    if (!violates('FOREIGN KEY', error)) throw error
    throw typeof refused === 'function' ? await refused() : refused
  })
}

/** Drizzle keeps D1's message in `cause`. */
function violates(constraint: 'FOREIGN KEY' | 'UNIQUE', error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message.includes(`${constraint} constraint failed`) || violates(constraint, error.cause)
}

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
/** The database has its greatest size, and only answers reads and deletes. */
const FULL = /maximum (?:DB size|account stor)|database or disk is full/i

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
    if (FULL.test(message)) throw failed(new DatabaseFull(message))
    if (!isClosed && !isTransient && !isOverloaded) throw result.error
    if (!(isClosed || (isTransient && isIdempotent)) || Date.now() + wait >= deadline)
      throw failed(new Unavailable(message))
    wasQueued ||= isQueued
    await sleep(wait)
  }
}

/** Logs each failure once an hour. */
function failed(failure: Unavailable): Unavailable {
  const { message } = failure
  if (isFirstThisHour(`database_unavailable: ${message.split(';')[0]}`, new Date()))
    logError('database_unavailable', { message })
  return failure
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
