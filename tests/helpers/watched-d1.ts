import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { database } from './app.ts'

// The Worker's own database for operations that a test runs itself, to see what they ask of it.

interface Asked {
  text: string
  values: unknown[]
}

const asked: Asked[] = []

function watched(statement: D1PreparedStatement, { text, values }: Asked): object {
  const told = <Run>(run: Run): Run => {
    asked.push({ text, values })
    return run
  }
  return {
    all: () => told(statement.all()),
    bind: (...bound: unknown[]) => watched(statement.bind(...bound), { text, values: bound }),
    raw: () => told(statement.raw()),
    run: () => told(statement.run())
  }
}

/** Stands in for `cloudflare:workers`. */
export const env = {
  DB: { prepare: (text: string) => watched(database().prepare(text), { text, values: [] }) }
}

export const waitUntil = (): void => undefined

interface Cost {
  /** By D1's own account. */
  rows_read: number
  /** EXPLAIN QUERY PLAN, line by line. */
  plan: string[]
}

/** What the statements cost that a task asks; each is asked once more, so a task may only read. */
export async function costOf(task: () => Promise<unknown>): Promise<Cost> {
  asked.length = 0
  await task()
  const cost: Cost = { plan: [], rows_read: 0 }
  for (const { text, values } of [...asked]) {
    const { meta } = await database()
      .prepare(text)
      .bind(...values)
      .all()
    cost.rows_read += meta.rows_read
    const { results } = await database()
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .bind(...values)
      .all<{ detail: string }>()
    cost.plan.push(...results.map(({ detail }) => detail))
  }
  return cost
}
