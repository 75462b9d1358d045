import { listActivity } from '#server/activity/activity.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listActivity)
export const ALL = methodNotAllowed({ GET })
