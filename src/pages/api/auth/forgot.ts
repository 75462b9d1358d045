import { requestPasswordReset } from '#server/auth/passwords.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(requestPasswordReset)
export const ALL = methodNotAllowed({ POST })
