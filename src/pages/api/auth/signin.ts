import { signIn } from '#contract/auth.ts'
import { signRiderIn } from '#server/auth/sign-in.ts'
import { handle, methodNotAllowed } from '#server/http.ts'

export const POST = handle(signIn, signRiderIn)
export const ALL = methodNotAllowed({ POST })
