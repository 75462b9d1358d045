import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { deleteRider } from '#server/riders/deletion.ts'

export const DELETE = handle(deleteRider)
export const ALL = methodNotAllowed({ DELETE })
