import { checkResetLink } from '#server/auth/passwords.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(checkResetLink)
export const ALL = methodNotAllowed({ POST })
