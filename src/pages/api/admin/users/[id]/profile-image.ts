import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { updateProfileImage } from '#server/riders/users.ts'

export const PUT = handle(updateProfileImage)
export const ALL = methodNotAllowed({ PUT })
