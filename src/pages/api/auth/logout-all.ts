import { signOutEverywhere } from '#server/auth/sign-out.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(signOutEverywhere)
export const ALL = methodNotAllowed({ POST })
