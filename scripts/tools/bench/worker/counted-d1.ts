import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'

// A database that counts rows, for operations in the bench's process. The costs of a served Worker are not visible from
// outside.

let database: D1Database | null = null
let rowsRead = 0

/** Sets the database for the following statements. */
export function openDatabase(DB: D1Database): void {
  database = DB
}

/** The rows that a task reads, as reported by D1. */
export async function rowsReadBy(task: () => Promise<unknown>): Promise<number> {
  rowsRead = 0
  await task()
  return rowsRead
}

function count<Row>(result: D1Result<Row>): D1Result<Row> {
  rowsRead += result.meta.rows_read
  return result
}

class Counted {
  readonly statement: D1PreparedStatement

  constructor(statement: D1PreparedStatement) {
    this.statement = statement
  }

  async all() {
    return count(await this.statement.all())
  }

  bind(...values: unknown[]) {
    return new Counted(this.statement.bind(...values))
  }

  async first(column?: string) {
    const [row] = (await this.all()).results as Record<string, unknown>[]
    return (column === undefined ? row : row?.[column]) ?? null
  }

  // `raw` reports no cost, so the statement is executed twice. No measured operation writes with `raw`.
  async raw() {
    await this.all()
    return this.statement.raw()
  }

  async run() {
    return count(await this.statement.run())
  }
}

function openedDatabase(): D1Database {
  if (!database) throw new Error('No database is open')
  return database
}

/** Replaces `cloudflare:workers`. */
export const env = {
  ENVIRONMENT: 'development',
  PAYMENT_PROVIDER: 'sandbox',
  SESSION_SECRET: 'for-this-machine-only-never-in-production',
  THROTTLE_TIMES: '1000000',
  DB: {
    batch: async (statements: Counted[]) => {
      const results = await openedDatabase().batch(statements.map(({ statement }) => statement))
      return results.map(count)
    },
    prepare: (text: string) => new Counted(openedDatabase().prepare(text))
  }
}

/** The bench awaits all work itself. */
export const waitUntil = (): void => undefined
