import { changePassword } from '#contract/auth/change-password.ts'
import { changeOwnPassword } from '#server/auth/change-password.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(changePassword, changeOwnPassword)
export const ALL = methodNotAllowed({ POST })
