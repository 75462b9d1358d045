import { listUsers } from '#contract/riders/users.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { allUsers } from '#server/riders/users.ts'

export const GET = handle(listUsers, allUsers)
export const ALL = methodNotAllowed({ GET })
