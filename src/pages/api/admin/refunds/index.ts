import { listRefunds } from '#contract/refunds.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { allRefunds } from '#server/refund-calls.ts'

export const GET = handle(listRefunds, allRefunds)
export const ALL = methodNotAllowed({ GET })
