import { updateProfileImage } from '#contract/riders/users.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { changeProfileImage } from '#server/riders/users.ts'

export const PUT = handle(updateProfileImage, changeProfileImage)
export const ALL = methodNotAllowed({ PUT })
