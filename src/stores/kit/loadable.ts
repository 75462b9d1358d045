import type { WritableAtom } from 'nanostores'

/** Data that a request loads: the value once it has arrived, until then the state of the request. */
export type Loadable<T> = T | 'failed' | 'loading'

/**
 * Stores the response, or 'failed' if nothing was loaded before, and rethrows the failure. Changes nothing if a newer
 * request has begun (`isLatest` of latestOnly).
 */
export async function loadLatest<T>(
  $data: WritableAtom<Loadable<T>>,
  isLatest: () => boolean,
  request: Promise<T>
): Promise<void> {
  const response = await request.catch((error: unknown) => {
    if (isLatest() && $data.get() === 'loading') $data.set('failed')
    throw error
  })
  if (isLatest()) $data.set(response)
}

/**
 * Responses may arrive out of order. Starting a request returns a function that tells whether it is still the latest.
 */
export function latestOnly(): () => () => boolean {
  let latest = 0
  return () => {
    const current = ++latest
    return () => current === latest
  }
}
