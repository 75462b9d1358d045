import { listDisputes } from '#contract/payments/disputes.ts'
import { allDisputes } from '#server/disputes/admin-list.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listDisputes, allDisputes)
export const ALL = methodNotAllowed({ GET })
