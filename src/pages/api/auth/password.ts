import { changePassword } from '#server/auth/change-password.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(changePassword)
export const ALL = methodNotAllowed({ POST })
