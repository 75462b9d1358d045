/** For built-in functions that throw where a missing value is expected: returns the fallback then. */
export function orFallback<T>(task: () => T, fallback: T): T {
  try {
    return task()
  } catch {
    return fallback
  }
}
