import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { listRefunds } from '#server/payments/refunds/admin-refunds.ts'

export const GET = handle(listRefunds)
export const ALL = methodNotAllowed({ GET })
