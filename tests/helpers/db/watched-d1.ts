import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import { database } from '#tests/helpers/servers/app.ts'

// The Worker's database for operations in the test's process. It records their statements.

interface ExecutedStatement {
  text: string
  values: unknown[]
}

const executed: ExecutedStatement[] = []
let roundTrips = 0
let rowsRead = 0

let inFlight = 0

function countRows<Result extends { meta: { rows_read: number } }>(result: Result): Result {
  rowsRead += result.meta.rows_read
  return result
}

/** Calls that run in parallel count as one round trip. */
async function roundTrip<T>(execute: () => Promise<T>, ...statements: ExecutedStatement[]): Promise<T> {
  executed.push(...statements)
  if (inFlight === 0) roundTrips += 1
  inFlight += 1
  return execute().finally(() => {
    inFlight -= 1
  })
}

class WatchedStatement implements ExecutedStatement {
  readonly statement: D1PreparedStatement
  readonly text: string
  readonly values: unknown[]

  constructor(statement: D1PreparedStatement, { text, values }: ExecutedStatement) {
    this.statement = statement
    this.text = text
    this.values = values
  }

  all() {
    return roundTrip(async () => countRows(await this.statement.all()), this)
  }

  bind(...values: unknown[]) {
    return new WatchedStatement(this.statement.bind(...values), { text: this.text, values })
  }

  async first(column?: string) {
    const [row] = (await this.all()).results as Record<string, unknown>[]
    return (column === undefined ? row : row?.[column]) ?? null
  }

  /** D1 counts no rows for raw results, so a query is executed once more. */
  async raw() {
    const rows = await roundTrip(() => this.statement.raw(), this)
    if (/^\s*select/i.test(this.text)) countRows(await this.statement.all())
    return rows
  }

  run() {
    return roundTrip(async () => countRows(await this.statement.run()), this)
  }
}

/** Replaces `cloudflare:workers`, with the variables that the built Worker is tested with. */
export const env = {
  ...parseEnv(readFileSync('.env.example', 'utf8')),
  DB: {
    batch: (statements: WatchedStatement[]): Promise<D1Result[]> =>
      roundTrip(
        async () => (await database().batch(statements.map(({ statement }) => statement))).map(countRows),
        ...statements
      ),
    prepare: (text: string) => new WatchedStatement(database().prepare(text), { text, values: [] })
  },
  UPLOADS: {}
}

async function queryPlan({ text, values }: ExecutedStatement): Promise<string[]> {
  const { results } = await database()
    .prepare(`EXPLAIN QUERY PLAN ${text}`)
    .bind(...values)
    .all<{ detail: string }>()
  return results.map(({ detail }) => detail)
}

export const waitUntil = (): void => undefined

interface Cost {
  /** As reported by D1. */
  rows_read: number
  /** The lines of EXPLAIN QUERY PLAN. */
  plan: string[]
}

/** Measures the cost of a task's statements. Each is executed a second time, so the task may only read. */
export async function measureCost(task: () => Promise<unknown>): Promise<Cost> {
  const { statements } = await record(task)
  const cost: Cost = { plan: [], rows_read: 0 }
  for (const statement of statements) {
    const { meta } = await database()
      .prepare(statement.text)
      .bind(...statement.values)
      .all()
    cost.rows_read += meta.rows_read
    cost.plan.push(...(await queryPlan(statement)))
  }
  return cost
}

interface Recorded<Answer> {
  answer: Answer
  /** A batch counts as one round trip, and so do parallel calls. */
  roundTrips: number
  rowsRead: number
  statements: ExecutedStatement[]
}

async function record<Answer>(task: () => Promise<Answer>): Promise<Recorded<Answer>> {
  executed.length = 0
  roundTrips = 0
  rowsRead = 0
  const answer = await task()
  return { answer, roundTrips, rowsRead, statements: [...executed] }
}

/** The query plan of each statement of a task. Statements are only explained again, so the task may write. */
export async function queryPlans<Answer>(task: () => Promise<Answer>) {
  const { statements, ...seen } = await record(task)
  const plans: { plan: string[]; text: string }[] = []
  for (const statement of statements) plans.push({ plan: await queryPlan(statement), text: statement.text })
  return { ...seen, plans }
}
