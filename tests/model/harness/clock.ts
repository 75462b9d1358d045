import { beforeAll, vi } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#domain/time/time-units.ts'

// The clock stands still until a test advances it. Delays of the server advance it, and pass HASTE times as fast: fast
// enough for thousands of lives, and long enough for the work that a timeout waits for.

const HASTE = 20

/** Noon in Delhi on a Wednesday: far from the end of any day. */
export const START_TIME = new Date('2025-06-11T06:30:00Z')

/** The same in Unix seconds, for tests around a second. */
export const NOON = START_TIME.getTime() / SECOND_MS
export const at = (seconds: number) => new Date(seconds * SECOND_MS)

/** Calls over the network that never end, until a test ends them. */
let waited: AbortController[] = []

/** Makes all pending network calls time out. */
export function expireTimeouts(): void {
  for (const ending of waited.splice(0)) ending.abort(new DOMException('It took too long', 'TimeoutError'))
}

export function startClock(): void {
  const { setTimeout: later } = globalThis
  beforeAll(() => {
    vi.useFakeTimers({ now: START_TIME, toFake: ['Date'] })
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const ending = new AbortController()
      waited.push(ending)
      return ending.signal
    })
    vi.stubGlobal('setTimeout', (wake: () => void, ms = 0) =>
      later(() => {
        vi.setSystemTime(Date.now() + ms)
        wake()
      }, ms / HASTE)
    )
  })
}

export const now = () => new Date()

export function advanceMinutes(minutes: number): void {
  vi.setSystemTime(Date.now() + minutes * MINUTE_MS)
}

export function restartClock(): void {
  waited = []
  vi.setSystemTime(START_TIME)
}
