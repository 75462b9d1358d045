import { updateProfileImage } from '#contract/users.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { changeProfileImage } from '#server/users.ts'

export const PUT = handle(updateProfileImage, changeProfileImage)
export const ALL = methodNotAllowed({ PUT })
