import { listUsers } from '#contract/riders/users.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { allRiders } from '#server/riders/users.ts'

export const GET = handle(listUsers, allRiders)
export const ALL = methodNotAllowed({ GET })
