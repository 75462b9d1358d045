import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'

export interface ExecutedStatement {
  text: string
  values: unknown[]
}

/** Passes each call on to a D1 database. It records the statements, the round trips and the rows they read. */
export class RecordingD1 {
  executed: ExecutedStatement[] = []
  roundTrips = 0
  /** As reported by D1. */
  rowsRead = 0
  readonly #database: () => D1Database
  #inFlight = 0

  constructor(database: () => D1Database) {
    this.#database = database
  }

  startAgain(): void {
    this.executed = []
    this.roundTrips = 0
    this.rowsRead = 0
  }

  prepare(text: string) {
    return new RecordedStatement(this, this.#database().prepare(text), { text, values: [] })
  }

  batch(statements: RecordedStatement[]): Promise<D1Result[]> {
    const batch = () => this.#database().batch(statements.map(({ statement }) => statement))
    return this.roundTrip(async () => (await batch()).map(result => this.countRows(result)), ...statements)
  }

  countRows<Result extends { meta: { rows_read: number } }>(result: Result): Result {
    this.rowsRead += result.meta.rows_read
    return result
  }

  /** Calls that run in parallel count as one round trip. */
  async roundTrip<T>(execute: () => Promise<T>, ...statements: ExecutedStatement[]): Promise<T> {
    this.executed.push(...statements)
    if (this.#inFlight === 0) this.roundTrips += 1
    this.#inFlight += 1
    return execute().finally(() => {
      this.#inFlight -= 1
    })
  }
}

class RecordedStatement implements ExecutedStatement {
  readonly statement: D1PreparedStatement
  readonly text: string
  readonly values: unknown[]
  readonly #d1: RecordingD1

  constructor(d1: RecordingD1, statement: D1PreparedStatement, { text, values }: ExecutedStatement) {
    this.#d1 = d1
    this.statement = statement
    this.text = text
    this.values = values
  }

  all() {
    return this.#d1.roundTrip(async () => this.#d1.countRows(await this.statement.all()), this)
  }

  bind(...values: unknown[]) {
    return new RecordedStatement(this.#d1, this.statement.bind(...values), { text: this.text, values })
  }

  async first(column?: string) {
    const [row] = (await this.all()).results as Record<string, unknown>[]
    return (column === undefined ? row : row?.[column]) ?? null
  }

  /** D1 counts no rows for raw results, so a statement that only reads is executed once more. */
  async raw() {
    const rows = await this.#d1.roundTrip(() => this.statement.raw(), this)
    if (!/\b(insert|update|delete)\b/i.test(this.text)) this.#d1.countRows(await this.statement.all())
    return rows
  }

  run() {
    return this.#d1.roundTrip(async () => this.#d1.countRows(await this.statement.run()), this)
  }
}
