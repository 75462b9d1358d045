/** A service that does not answer is asked again later. */
export function retryOnFailure<Result>(service: string, sending: Promise<Result>) {
  return sending.catch((error: unknown) => ({ code: service, message: String(error), outcome: 'retry' as const }))
}
