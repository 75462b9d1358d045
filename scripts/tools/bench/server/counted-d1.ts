import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import { WORKER_VARIABLES } from './variables.ts'

// A database that counts rows, for operations in the bench's process. The costs of a served Worker are not visible from
// outside.

export interface Rows {
  read: number
  written: number
}

let database: D1Database | null = null
let rows: Rows = { read: 0, written: 0 }

/** Sets the database for the following statements. */
export function openDatabase(DB: D1Database): void {
  database = DB
}

/** The rows that a task reads and writes, as reported by D1. */
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
  ...WORKER_VARIABLES,
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
