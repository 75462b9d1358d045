import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { listRiders } from '#server/riders/admin-riders.ts'

export const GET = handle(listRiders)
export const ALL = methodNotAllowed({ GET })
