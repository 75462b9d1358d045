import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { getRevenue } from '#server/payments/revenue.ts'

export const GET = handle(getRevenue)
export const ALL = methodNotAllowed({ GET })
