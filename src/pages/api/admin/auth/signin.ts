import { signInAdmin } from '#contract/auth/sign-in.ts'
import { signAdminIn } from '#server/auth/sign-in.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(signInAdmin, signAdminIn)
export const ALL = methodNotAllowed({ POST })
