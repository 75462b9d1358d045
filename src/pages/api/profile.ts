import { getProfile } from '#contract/riders/profile.ts'
import { updateProfile } from '#contract/riders/update-profile.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { changeProfile, riderProfile } from '#server/riders/profile.ts'

export const GET = handle(getProfile, riderProfile)
export const PUT = handle(updateProfile, changeProfile)
export const ALL = methodNotAllowed({ GET, PUT })
