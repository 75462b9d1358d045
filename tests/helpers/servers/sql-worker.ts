import type { D1Database } from '@cloudflare/workers-types'

// A Worker beside the built one, with the same database. It runs the statements of the tests.

export interface Asked {
  kind: 'all' | 'batch' | 'raw'
  statements: { text: string; values: unknown[] }[]
}

export default {
  async fetch(request: Request, { DB }: { DB: D1Database }): Promise<Response> {
    const { kind, statements } = (await request.json()) as Asked
    const prepared = statements.map(({ text, values }) => DB.prepare(text).bind(...values))
    try {
      return Response.json(await (kind === 'batch' ? DB.batch(prepared) : prepared[0]?.[kind]()))
    } catch (error) {
      return Response.json((error as Error).message, { status: 500 })
    }
  }
}
