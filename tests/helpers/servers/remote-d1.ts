import type { D1Database, D1Result } from '@cloudflare/workers-types'
import type { Asked } from './sql-worker.ts'

type Row = Record<string, unknown>
type Ask = <Answer>(asked: Asked) => Promise<Answer>

/** A D1 in another process, with one request for a call. wrangler's own needs six, and blocks this process for each. */
export function remoteD1(send: (body: string) => Promise<Pick<Response, 'json' | 'ok'>>): D1Database {
  const ask: Ask = async asked => {
    const reply = await send(JSON.stringify(asked))
    const answer = await reply.json()
    if (!reply.ok) throw new Error(String(answer))
    return answer as never
  }
  const database = {
    batch: (statements: RemoteStatement[]) => ask({ kind: 'batch', statements }),
    prepare: (text: string) => new RemoteStatement(ask, text)
  }
  return database as unknown as D1Database
}

class RemoteStatement {
  readonly #ask: Ask
  readonly text: string
  readonly values: unknown[]

  constructor(ask: Ask, text: string, values: unknown[] = []) {
    this.#ask = ask
    this.text = text
    this.values = values
  }

  bind = (...values: unknown[]) => new RemoteStatement(this.#ask, this.text, values)

  all = () => this.#ask<D1Result<Row>>({ kind: 'all', statements: [this] })

  run = this.all

  raw = () => this.#ask<unknown[][]>({ kind: 'raw', statements: [this] })

  async first(column?: string) {
    const [row] = (await this.all()).results
    return (column === undefined ? row : row?.[column]) ?? null
  }
}
