import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { addProblem } from '#server/problems/add-problem.ts'
import { listProblems } from '#server/problems/problems.ts'

export const GET = handle(listProblems)
export const POST = handle(addProblem)
export const ALL = methodNotAllowed({ GET, POST })
