import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { database } from '#tests/helpers/servers/app.ts'

// The Worker's database for concurrent operations in the test's process. All of them read before any of them writes.

let expected = 1
const waiting: (() => void)[] = []

/** From now on, writes wait until this many writers are waiting. */
export function waitForWriters(writers: number): void {
  expected = writers
}

function allWriters(): Promise<void> {
  return new Promise(resolve => {
    waiting.push(resolve)
    if (waiting.length < expected) return
    expected = 1
    for (const resume of waiting.splice(0)) resume()
  })
}

/** Replaces `cloudflare:workers`. */
export const env = {
  DB: {
    batch: async (statements: D1PreparedStatement[]) => {
      await allWriters()
      return database().batch(statements)
    },
    prepare: (text: string) => database().prepare(text)
  }
}

export const waitUntil = (): void => undefined
