import { closeRefund } from '#contract/payments/refunds.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { closeByHand } from '#server/payments/admin-refunds.ts'

export const POST = handle(closeRefund, closeByHand)
export const ALL = methodNotAllowed({ POST })
