import { closeRefund } from '#contract/refunds.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { closeByHand } from '#server/refund-calls.ts'

export const POST = handle(closeRefund, closeByHand)
export const ALL = methodNotAllowed({ POST })
