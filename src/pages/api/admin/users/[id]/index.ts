import { deleteUser } from '#contract/users.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { removeRider } from '#server/rider-deletion.ts'

export const DELETE = handle(deleteUser, removeRider)
export const ALL = methodNotAllowed({ DELETE })
