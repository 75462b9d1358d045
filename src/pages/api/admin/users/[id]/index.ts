import { deleteUser } from '#contract/riders/users.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { removeRider } from '#server/riders/deletion.ts'

export const DELETE = handle(deleteUser, removeRider)
export const ALL = methodNotAllowed({ DELETE })
