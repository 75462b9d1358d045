import { getContract } from '#contract/runtime/openapi.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { contractAnswered } from '#server/http/openapi.ts'

export const GET = handle(getContract, contractAnswered)
export const ALL = methodNotAllowed({ GET })
