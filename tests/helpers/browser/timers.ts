import { afterAll } from 'vitest'

// A nanostores store unmounts one second after its last listener, possibly after jsdom is gone. So clear every timer of
// a test file when it ends.

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
