import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'

// A database that counts what is read of it, for operations that the bench runs itself: what the served Worker's
// statements cost is not told outside of it.

export interface Rows {
  read: number
  written: number
}

let database: D1Database | null = null
let rows: Rows = { read: 0, written: 0 }

/** The database that is asked from now on. */
export function openDatabase(DB: D1Database): void {
  database = DB
}

/** What a task reads and writes, by D1's own account. */
export async function rowsOf(task: () => Promise<unknown>): Promise<Rows> {
  rows = { read: 0, written: 0 }
  await task()
  return rows
}

function count<Row>(result: D1Result<Row>): D1Result<Row> {
  rows.read += result.meta.rows_read
  rows.written += result.meta.rows_written
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

  // It tells no cost, so what it reads is read twice; nothing of what is measured writes in this way.
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

/** Stands in for `cloudflare:workers`. */
export const env = {
  DB: {
    batch: async (statements: Counted[]) => {
      const results = await openedDatabase().batch(statements.map(({ statement }) => statement))
      return results.map(count)
    },
    prepare: (text: string) => new Counted(openedDatabase().prepare(text))
  },
  ENVIRONMENT: 'development',
  PAYMENT_PROVIDER: 'sandbox',
  SESSION_SECRET: 'for-this-machine-only-never-in-production',
  THROTTLE_TIMES: '1000000'
}

/** The bench waits for whatever it measures. */
export const waitUntil = (): void => undefined
