import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { inviteMember, listTeam } from '#server/staff/team.ts'

export const GET = handle(listTeam)
export const POST = handle(inviteMember)
export const ALL = methodNotAllowed({ GET, POST })
