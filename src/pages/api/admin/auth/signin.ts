import { signInAdmin } from '#contract/auth.ts'
import { signAdminIn } from '#server/auth/sign-in.ts'
import { handle, methodNotAllowed } from '#server/http.ts'

export const POST = handle(signInAdmin, signAdminIn)
export const ALL = methodNotAllowed({ POST })
