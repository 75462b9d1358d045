import { ApiError } from '#client/http/api-error.ts'
import type { RefusalCode } from '#contract/kit/refusals.ts'

/**
 * For a request with refusals that a screen expects: returns its response, or what `handle` makes of such a refusal.
 * Every other error rejects. External backends send no codes, so nothing is expected from them.
 */
export function onRefusal<T, Handled>(
  request: Promise<T>,
  codes: readonly RefusalCode[],
  handle: (refusal: ApiError) => Handled | Promise<Handled>
): Promise<Handled | T> {
  return request.catch((error: unknown) => {
    if (!(error instanceof ApiError) || !codes.some(code => code === error.code)) throw error
    return handle(error)
  })
}
