import { closeRefund } from '#contract/payments/refunds.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { closeManually } from '#server/payments/refunds/admin-refunds.ts'

export const POST = handle(closeRefund, closeManually)
export const ALL = methodNotAllowed({ POST })
