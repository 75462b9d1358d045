import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { getToday } from '#server/staff/today.ts'

export const GET = handle(getToday)
export const ALL = methodNotAllowed({ GET })
