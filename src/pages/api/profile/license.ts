import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { replaceLicence } from '#server/riders/profile.ts'

export const PUT = handle(replaceLicence)
export const ALL = methodNotAllowed({ PUT })
