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
