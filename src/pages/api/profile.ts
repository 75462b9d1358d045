import { getProfile, updateProfile } from '#contract/profile.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { changeProfile, riderProfile } from '#server/profile.ts'

export const GET = handle(getProfile, riderProfile)
export const PUT = handle(updateProfile, changeProfile)
export const ALL = methodNotAllowed({ GET, PUT })
