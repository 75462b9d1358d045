import { signInAdmin } from '#server/auth/sign-in.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(signInAdmin)
export const ALL = methodNotAllowed({ POST })
