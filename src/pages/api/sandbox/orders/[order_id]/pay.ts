import { paySandboxOrder } from '#contract/payments/sandbox.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { paySandbox } from '#server/payments/provider/sandbox.ts'

export const POST = handle(paySandboxOrder, paySandbox)
export const ALL = methodNotAllowed({ POST })
