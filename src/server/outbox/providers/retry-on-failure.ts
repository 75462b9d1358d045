/** A service that does not answer is asked again later. `error` is its name and what failed. */
export function retryOnFailure<Result>(service: string, sending: Promise<Result>) {
  return sending.catch((error: unknown) => ({ error: `${service}: ${String(error)}`, outcome: 'retry' as const }))
}
