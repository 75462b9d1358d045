import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { removeMember, updateMember } from '#server/staff/team.ts'

export const DELETE = handle(removeMember)
export const PUT = handle(updateMember)
export const ALL = methodNotAllowed({ DELETE, PUT })
