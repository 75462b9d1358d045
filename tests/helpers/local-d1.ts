import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

// D1 as far as the slot and settle batches use it, on SQLite in this process: quick enough for thousands of runs.

const sqlite = new DatabaseSync(':memory:')
for (const migration of globSync('src/server/db/migrations/*.sql').sort()) {
  sqlite.exec(readFileSync(migration, 'utf8').replaceAll('--> statement-breakpoint', ''))
}

const statements = new Map<string, StatementSync>()

function statement(text: string): StatementSync {
  const known = statements.get(text) ?? sqlite.prepare(text)
  statements.set(text, known)
  return known
}

export function rows<Row>(text: string, ...values: SQLInputValue[]): Row[] {
  return statement(text).all(...values) as Row[]
}

class Prepared {
  readonly text: string
  readonly values: SQLInputValue[]

  constructor(text: string, values: SQLInputValue[] = []) {
    this.text = text
    this.values = values
  }

  bind(...values: SQLInputValue[]): Prepared {
    return new Prepared(this.text, values)
  }

  async all() {
    return { results: rows(this.text, ...this.values) }
  }
}

const DB = {
  batch: async (batch: Prepared[]) => {
    sqlite.exec('BEGIN')
    try {
      const results = batch.map(({ text, values }) => ({ results: rows(text, ...values) }))
      sqlite.exec('COMMIT')
      return results
    } catch (error) {
      sqlite.exec('ROLLBACK')
      throw error
    }
  },
  prepare: (text: string) => new Prepared(text)
}

/** Stands in for `cloudflare:workers` where server/slots.ts and server/settle.ts are run without a Worker. */
export const env = { DB }

/** Nobody hangs up here. */
export const waitUntil = (): void => undefined
