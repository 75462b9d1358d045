import { sendRefund } from '#contract/payments/refunds.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { sendAgain } from '#server/payments/admin-refunds.ts'

export const POST = handle(sendRefund, sendAgain)
export const ALL = methodNotAllowed({ POST })
