import { listAudits } from '#contract/admin/audits.ts'
import { allAudits } from '#server/admin/audit-log.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listAudits, allAudits)
export const ALL = methodNotAllowed({ GET })
