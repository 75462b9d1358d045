import { listDisputes } from '#contract/disputes.ts'
import { allDisputes } from '#server/dispute-calls.ts'
import { handle, methodNotAllowed } from '#server/http.ts'

export const GET = handle(listDisputes, allDisputes)
export const ALL = methodNotAllowed({ GET })
