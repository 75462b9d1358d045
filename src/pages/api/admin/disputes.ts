import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { listDisputes } from '#server/payments/disputes/admin-disputes.ts'

export const GET = handle(listDisputes)
export const ALL = methodNotAllowed({ GET })
