import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import { database } from '#tests/helpers/servers/app.ts'

// The Worker's own database for operations that a test runs itself, to see what they ask of it.

interface ExecutedStatement {
  text: string
  values: unknown[]
}

const executed: ExecutedStatement[] = []
let roundTrips = 0

let inFlight = 0

/** What goes while another is under way takes no time of its own. */
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
    return roundTrip(() => this.statement.all(), this)
  }

  bind(...values: unknown[]) {
    return new WatchedStatement(this.statement.bind(...values), { text: this.text, values })
  }

  raw() {
    return roundTrip(() => this.statement.raw(), this)
  }

  run() {
    return roundTrip(() => this.statement.run(), this)
  }
}

/** Stands in for `cloudflare:workers`, with the variables that the built Worker is tested with. */
export const env = {
  ...parseEnv(readFileSync('.env.example', 'utf8')),
  DB: {
    batch: (statements: WatchedStatement[]): Promise<D1Result[]> =>
      roundTrip(() => database().batch(statements.map(({ statement }) => statement)), ...statements),
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
  /** By D1's own account. */
  rows_read: number
  /** EXPLAIN QUERY PLAN, line by line. */
  plan: string[]
}

/** What the statements cost that a task asks; each is asked once more, so a task may only read. */
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
  /** How often the database was gone to; a batch is once, and what goes at the same moment. */
  roundTrips: number
  statements: ExecutedStatement[]
}

async function record<Answer>(task: () => Promise<Answer>): Promise<Recorded<Answer>> {
  executed.length = 0
  roundTrips = 0
  const answer = await task()
  return { answer, roundTrips, statements: [...executed] }
}

/** How the database goes about what a task asks, statement by statement; explained only, so a task may write. */
export async function queryPlans<Answer>(task: () => Promise<Answer>) {
  const { statements, ...seen } = await record(task)
  const plans: { plan: string[]; text: string }[] = []
  for (const statement of statements) plans.push({ plan: await queryPlan(statement), text: statement.text })
  return { ...seen, plans }
}
