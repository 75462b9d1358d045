import { afterAll } from 'vitest'

// A store ends a second after nobody listens any more, which may be when its page is gone already: what a file has set
// to happen later does not happen after it.

const pending = new Set<ReturnType<typeof setTimeout>>()
const { setTimeout: setReal } = globalThis

function setTracked(...of: Parameters<typeof setTimeout>): ReturnType<typeof setTimeout> {
  const timer = setReal(...of)
  pending.add(timer)
  return timer
}

globalThis.setTimeout = Object.assign(setTracked, setReal)

afterAll(() => {
  for (const timer of pending) clearTimeout(timer)
})
