import { signUp } from '#server/auth/sign-up.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(signUp)
export const ALL = methodNotAllowed({ POST })
