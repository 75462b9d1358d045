export class TimeoutError extends Error {
  override message = 'No answer in time'
}

/** Resolves with the work, or rejects with a TimeoutError after `ms`. */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), ms)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
