import { listAudits } from '#server/admin/audit-log.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listAudits)
export const ALL = methodNotAllowed({ GET })
