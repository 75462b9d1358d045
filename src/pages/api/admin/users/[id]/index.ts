import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { deleteUser } from '#server/riders/deletion.ts'

export const DELETE = handle(deleteUser)
export const ALL = methodNotAllowed({ DELETE })
