import { signUp } from '#contract/auth.ts'
import { signRiderUp } from '#server/auth/sign-up.ts'
import { handle, methodNotAllowed } from '#server/http.ts'

export const POST = handle(signUp, signRiderUp)
export const ALL = methodNotAllowed({ POST })
