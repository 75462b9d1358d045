import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { listRidesInside } from '#server/problems/add-problem.ts'

export const GET = handle(listRidesInside)
export const ALL = methodNotAllowed({ GET })
