import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { sendRefund } from '#server/payments/refunds/admin-refunds.ts'

export const POST = handle(sendRefund)
export const ALL = methodNotAllowed({ POST })
