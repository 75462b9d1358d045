import { listProperties } from '#contract/catalogue/catalogue.ts'
import type { ConformanceCaller } from './caller.ts'

const REASONS: Record<string, string> = {
  EAI_AGAIN: 'its name cannot be resolved',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'its name cannot be resolved',
  ETIMEDOUT: 'no connection was made in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection was made in time'
}

/** Returns null if a backend answers at all, whatever it says, else one sentence. */
export function unreachableReason(caller: ConformanceCaller): Promise<string | null> {
  return caller.request(listProperties).then(
    () => null,
    (error: unknown) => `Nobody answers at ${caller.base}: ${reasonOf(error)}.`
  )
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'there was no response in time'
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return ('code' in cause && REASONS[String(cause.code)]) || cause.message
}
