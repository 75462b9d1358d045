import { signUp } from '#contract/auth/sign-in.ts'
import { signRiderUp } from '#server/auth/sign-up.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(signUp, signRiderUp)
export const ALL = methodNotAllowed({ POST })
