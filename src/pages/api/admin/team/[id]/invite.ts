import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { renewInvitation } from '#server/staff/team.ts'

export const POST = handle(renewInvitation)
export const ALL = methodNotAllowed({ POST })
