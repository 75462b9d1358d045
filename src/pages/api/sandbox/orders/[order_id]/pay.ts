import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { paySandboxOrder } from '#server/payments/provider/sandbox.ts'

export const POST = handle(paySandboxOrder)
export const ALL = methodNotAllowed({ POST })
