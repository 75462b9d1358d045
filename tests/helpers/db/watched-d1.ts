import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { database } from '#tests/helpers/servers/app.ts'
import { type ExecutedStatement, RecordingD1 } from './recording-d1.ts'

// The Worker's database for operations in the test's process. It records their statements.

const d1 = new RecordingD1(database)

/** Replaces `cloudflare:workers`, with the variables that the built Worker is tested with. */
export const env = {
  ...parseEnv(readFileSync('.env.example', 'utf8')),
  DB: d1,
  UPLOADS: { head: async () => null }
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
  d1.startAgain()
  const answer = await task()
  return { answer, roundTrips: d1.roundTrips, rowsRead: d1.rowsRead, statements: d1.executed }
}

/** The query plan of each statement of a task. Statements are only explained again, so the task may write. */
export async function queryPlans<Answer>(task: () => Promise<Answer>) {
  const { statements, ...seen } = await record(task)
  const plans: { plan: string[]; text: string }[] = []
  for (const statement of statements) plans.push({ plan: await queryPlan(statement), text: statement.text })
  return { ...seen, plans }
}
