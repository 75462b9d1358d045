import { listActivity } from '#server/admin/activity-log.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listActivity)
export const ALL = methodNotAllowed({ GET })
