import { listRefunds } from '#contract/payments/refunds.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { allRefunds } from '#server/payments/refunds/admin-refunds.ts'

export const GET = handle(listRefunds, allRefunds)
export const ALL = methodNotAllowed({ GET })
