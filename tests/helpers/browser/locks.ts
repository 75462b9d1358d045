import { onTestFinished } from 'vitest'

/** The browser's locks, which jsdom does not have: of tasks with one name, each starts when the one before has ended. */
export function stubLocks(): void {
  const last = new Map<string, Promise<unknown>>()
  const request = (name: string, task: () => Promise<unknown>) => {
    const run = (last.get(name) ?? Promise.resolve()).then(task)
    last.set(
      name,
      run.catch(() => undefined)
    )
    return run
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
}
