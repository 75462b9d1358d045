import { paySandboxOrder } from '#contract/sandbox.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { paySandbox } from '#server/sandbox.ts'

export const POST = handle(paySandboxOrder, paySandbox)
export const ALL = methodNotAllowed({ POST })
