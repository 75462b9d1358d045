import { listDisputes } from '#contract/payments/disputes.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { allDisputes } from '#server/payments/disputes/admin-list.ts'

export const GET = handle(listDisputes, allDisputes)
export const ALL = methodNotAllowed({ GET })
