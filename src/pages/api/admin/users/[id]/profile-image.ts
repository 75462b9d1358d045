import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { updateRiderPhoto } from '#server/riders/admin-riders.ts'

export const PUT = handle(updateRiderPhoto)
export const ALL = methodNotAllowed({ PUT })
