import { requestAdminPasswordReset } from '#server/auth/passwords.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(requestAdminPasswordReset)
export const ALL = methodNotAllowed({ POST })
