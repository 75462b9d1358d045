import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import { database } from '#tests/helpers/servers/app.ts'

// The Worker's own database for operations that a test runs itself, to see what they ask of it.

interface Asked {
  text: string
  values: unknown[]
}

const asked: Asked[] = []
let round_trips = 0

let under_way = 0

/** What goes while another is under way takes no time of its own. */
async function trip<T>(go: () => Promise<T>, ...statements: Asked[]): Promise<T> {
  asked.push(...statements)
  if (under_way === 0) round_trips += 1
  under_way += 1
  return go().finally(() => {
    under_way -= 1
  })
}

class Watched implements Asked {
  readonly statement: D1PreparedStatement
  readonly text: string
  readonly values: unknown[]

  constructor(statement: D1PreparedStatement, { text, values }: Asked) {
    this.statement = statement
    this.text = text
    this.values = values
  }

  all() {
    return trip(() => this.statement.all(), this)
  }

  bind(...values: unknown[]) {
    return new Watched(this.statement.bind(...values), { text: this.text, values })
  }

  raw() {
    return trip(() => this.statement.raw(), this)
  }

  run() {
    return trip(() => this.statement.run(), this)
  }
}

/** Stands in for `cloudflare:workers`, with the variables that the built Worker is tested with. */
export const env = {
  ...parseEnv(readFileSync('.env.example', 'utf8')),
  DB: {
    batch: (statements: Watched[]): Promise<D1Result[]> =>
      trip(() => database().batch(statements.map(({ statement }) => statement)), ...statements),
    prepare: (text: string) => new Watched(database().prepare(text), { text, values: [] })
  },
  UPLOADS: {}
}

async function planOf({ text, values }: Asked): Promise<string[]> {
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
export async function costOf(task: () => Promise<unknown>): Promise<Cost> {
  const { statements } = await seenOf(task)
  const cost: Cost = { plan: [], rows_read: 0 }
  for (const statement of statements) {
    const { meta } = await database()
      .prepare(statement.text)
      .bind(...statement.values)
      .all()
    cost.rows_read += meta.rows_read
    cost.plan.push(...(await planOf(statement)))
  }
  return cost
}

interface Seen<Answer> {
  answer: Answer
  /** How often the database was gone to; a batch is once, and what goes at the same moment. */
  round_trips: number
  statements: Asked[]
}

async function seenOf<Answer>(task: () => Promise<Answer>): Promise<Seen<Answer>> {
  asked.length = 0
  round_trips = 0
  const answer = await task()
  return { answer, round_trips, statements: [...asked] }
}

/** How the database goes about what a task asks, statement by statement; explained only, so a task may write. */
export async function plansOf<Answer>(task: () => Promise<Answer>) {
  const { statements, ...seen } = await seenOf(task)
  const plans: { plan: string[]; text: string }[] = []
  for (const statement of statements) plans.push({ plan: await planOf(statement), text: statement.text })
  return { ...seen, plans }
}
