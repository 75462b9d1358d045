import { signIn } from '#contract/auth/sign-in.ts'
import { signRiderIn } from '#server/auth/sign-in.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(signIn, signRiderIn)
export const ALL = methodNotAllowed({ POST })
