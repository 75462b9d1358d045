import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import { DATABASE_PATIENCE_MS, RETRY_AFTER_SECONDS } from '#domain/constants.ts'
import { serviceBusy } from '#messages/common.ts'
import { Problem } from '#server/http/errors.ts'
import { complain, isFirstInAnHour } from '#server/runtime/log.ts'

// D1 fails now and then, and says so in its message alone. What only reads, or comes to the same when it is done twice,
// is tried again; anything else is left as it is, for nobody knows whether it was done. Either way the caller hears of
// it in time: 503, and when to come again.

/** Passing, and gone with the next try. */
const PASSING =
  /Network connection lost|caused object to be reset|reset because its code was updated|Cannot resolve D1 DB|starting up/i
/** Too much to do: trying again would add to it. */
const OVERLOADED = /overloaded|too many requests queued|timed out|timeout|exceeded|internal error/i

const ONLY_READS = /^\s*(SELECT|EXPLAIN|WITH(?![\s\S]*\b(INSERT|UPDATE|DELETE)\b))/i

const FIRST_PAUSE_MS = 50

class Silence extends Error {
  override message = 'No answer in time: timeout'
}

/** What there is by then, else an error. */
export function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Silence()), ms)
  })
  return Promise.race([work, silence]).finally(() => clearTimeout(timer))
}

async function patiently<T>(work: () => Promise<T>, isRepeatable: boolean): Promise<T> {
  const deadline = Date.now() + DATABASE_PATIENCE_MS
  for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
    const problem = await within(work(), Math.max(1, deadline - Date.now())).then(
      value => ({ value }),
      (error: unknown) => ({ error })
    )
    if ('value' in problem) return problem.value
    const said = String(problem.error)
    const wait = pause * Math.random()
    const isPassing = PASSING.test(said)
    if (!isPassing && !OVERLOADED.test(said)) throw problem.error
    if (!isPassing || !isRepeatable || Date.now() + wait >= deadline) {
      if (isFirstInAnHour(`database_trouble: ${said.split(';')[0]}`, new Date()))
        complain('database_trouble', { message: said })
      throw new Problem(503, serviceBusy, { 'retry-after': String(RETRY_AFTER_SECONDS) })
    }
    await new Promise(resolve => setTimeout(resolve, wait))
  }
}

class Patient {
  readonly inner: D1PreparedStatement
  readonly isRead: boolean

  constructor(inner: D1PreparedStatement, isRead: boolean) {
    this.inner = inner
    this.isRead = isRead
  }

  bind(...values: unknown[]) {
    return new Patient(this.inner.bind(...values), this.isRead)
  }

  all = () => patiently(() => this.inner.all(), this.isRead)
  first = (column?: string) =>
    patiently(() => (column === undefined ? this.inner.first() : this.inner.first(column)), this.isRead)
  raw = (options?: { columnNames: true }) =>
    patiently(() => (options ? this.inner.raw(options) : this.inner.raw()), this.isRead)
  run = () => patiently(() => this.inner.run(), this.isRead)
}

const asIs = (statements: readonly D1PreparedStatement[]) =>
  (statements as unknown as Patient[]).map(({ inner }) => inner)

export interface PatientD1 {
  prepare: D1Database['prepare']
  batch: <Row>(statements: D1PreparedStatement[]) => Promise<D1Result<Row>[]>
  /** For a batch that comes to the same when it is done twice. */
  batchAgain: <Row>(statements: D1PreparedStatement[]) => Promise<D1Result<Row>[]>
}

/** The same database, whose passing failures are borne and whose silence ends in time. */
export function patient(database: D1Database): PatientD1 {
  const batchWith =
    (isRepeatable: boolean): PatientD1['batch'] =>
    statements => {
      const onlyReads = (statements as unknown as Patient[]).every(({ isRead }) => isRead)
      return patiently(() => database.batch(asIs(statements)), isRepeatable || onlyReads)
    }
  return {
    batch: batchWith(false),
    batchAgain: batchWith(true),
    prepare: query => new Patient(database.prepare(query), ONLY_READS.test(query)) as unknown as D1PreparedStatement
  }
}
