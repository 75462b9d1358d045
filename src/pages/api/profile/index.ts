import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { getProfile, updateProfile } from '#server/riders/profile.ts'

export const GET = handle(getProfile)
export const PUT = handle(updateProfile)
export const ALL = methodNotAllowed({ GET, PUT })
