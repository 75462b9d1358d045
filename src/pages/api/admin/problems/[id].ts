import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { updateProblem } from '#server/problems/problems.ts'

export const POST = handle(updateProblem)
export const ALL = methodNotAllowed({ POST })
