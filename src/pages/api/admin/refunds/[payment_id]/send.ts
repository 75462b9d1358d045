import { sendRefund } from '#contract/refunds.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { sendAgain } from '#server/refund-calls.ts'

export const POST = handle(sendRefund, sendAgain)
export const ALL = methodNotAllowed({ POST })
