import { vi } from 'vitest'

/** A clock that the test advances. Sockets keep their real timers. */
export function startFakeClock(now: Date): void {
  vi.useFakeTimers({ now, toFake: ['clearInterval', 'clearTimeout', 'Date', 'setInterval', 'setTimeout'] })
}

const { setImmediate: setRealImmediate } = globalThis

export const nextTick = () => new Promise(resolve => setRealImmediate(resolve))
