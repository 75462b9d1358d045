// Work whose failure needs no answer.

/**
 * For work that nobody waits for, such as a preload or a clean-up: its failure is ignored. Resolves when the work has
 * ended.
 */
export async function ignoreFailure(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined)
}

/** For built-in functions that throw where a missing value is expected: returns the fallback then. */
export function orFallback<T>(task: () => T, fallback: T): T {
  try {
    return task()
  } catch {
    return fallback
  }
}
