import { getContract } from '#contract/openapi.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { contractAnswered } from '#server/openapi.ts'

export const GET = handle(getContract, contractAnswered)
export const ALL = methodNotAllowed({ GET })
