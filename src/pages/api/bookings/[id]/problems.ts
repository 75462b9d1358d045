import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { reportProblem } from '#server/problems/report-problem.ts'

export const POST = handle(reportProblem)
export const ALL = methodNotAllowed({ POST })
