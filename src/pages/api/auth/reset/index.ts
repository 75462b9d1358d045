import { resetPassword } from '#server/auth/passwords.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(resetPassword)
export const ALL = methodNotAllowed({ POST })
