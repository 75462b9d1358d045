import { listUsers } from '#contract/users.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { allUsers } from '#server/users.ts'

export const GET = handle(listUsers, allUsers)
export const ALL = methodNotAllowed({ GET })
