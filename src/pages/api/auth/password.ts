import { changePassword } from '#contract/password.ts'
import { changeOwnPassword } from '#server/auth/password.ts'
import { handle, methodNotAllowed } from '#server/http.ts'

export const POST = handle(changePassword, changeOwnPassword)
export const ALL = methodNotAllowed({ POST })
