import { getRevenue } from '#server/admin/revenue.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(getRevenue)
export const ALL = methodNotAllowed({ GET })
