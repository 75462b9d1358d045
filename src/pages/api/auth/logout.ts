import { signOut } from '#server/auth/sign-out.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(signOut)
export const ALL = methodNotAllowed({ POST })
