import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { closeRefund } from '#server/payments/refunds/admin-refunds.ts'

export const POST = handle(closeRefund)
export const ALL = methodNotAllowed({ POST })
