import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { listHits } from '#server/problems/add-problem.ts'

export const GET = handle(listHits)
export const ALL = methodNotAllowed({ GET })
