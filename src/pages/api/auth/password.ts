import { changePassword } from '#server/auth/passwords.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(changePassword)
export const ALL = methodNotAllowed({ POST })
