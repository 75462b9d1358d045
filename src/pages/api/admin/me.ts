import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { getMe, updateMe } from '#server/staff/me.ts'

export const GET = handle(getMe)
export const PUT = handle(updateMe)
export const ALL = methodNotAllowed({ GET, PUT })
