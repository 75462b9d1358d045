import { signIn } from '#server/auth/sign-in.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(signIn)
export const ALL = methodNotAllowed({ POST })
