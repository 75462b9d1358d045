import { sendRefund } from '#contract/payments/refunds.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { retryRefund } from '#server/payments/refunds/admin-refunds.ts'

export const POST = handle(sendRefund, retryRefund)
export const ALL = methodNotAllowed({ POST })
