import { listAudits } from '#contract/audits.ts'
import { allAudits } from '#server/audits.ts'
import { handle, methodNotAllowed } from '#server/http.ts'

export const GET = handle(listAudits, allAudits)
export const ALL = methodNotAllowed({ GET })
