import { signOut } from '#contract/auth/sign-out.ts'
import { endSession } from '#server/auth/sign-in.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(signOut, endSession)
export const ALL = methodNotAllowed({ POST })
