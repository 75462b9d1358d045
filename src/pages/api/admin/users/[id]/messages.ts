import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { listRiderMessages } from '#server/riders/admin-riders.ts'

export const GET = handle(listRiderMessages)
export const ALL = methodNotAllowed({ GET })
