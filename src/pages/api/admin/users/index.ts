import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { listUsers } from '#server/riders/users.ts'

export const GET = handle(listUsers)
export const ALL = methodNotAllowed({ GET })
