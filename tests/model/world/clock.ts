import { afterAll, beforeAll, vi } from 'vitest'

// The world's clock stands still until a test lets time pass. What the server waits for passes at once, on this clock.

/** Noon in Delhi on a Wednesday: far from any day's end. */
export const START_TIME = new Date('2025-06-11T06:30:00Z')

const MINUTE_MS = 60_000

/** What is being waited for over the network: for ever, until a test has it end. */
let waited: AbortController[] = []

/** All that is waited for over the network has taken too long. */
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
    vi.stubGlobal('setTimeout', (wake: () => void, ms = 0) => {
      // Those of Node's own fetch are left alone: they mean the network's time, not the server's.
      if (new Error().stack?.includes('node:internal/deps')) return later(wake, ms)
      return later(() => {
        vi.setSystemTime(Date.now() + ms)
        wake()
      })
    })
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    vi.useRealTimers()
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
