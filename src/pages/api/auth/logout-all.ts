import { signOutEverywhere } from '#contract/auth/sign-out.ts'
import { endAllSessions } from '#server/auth/change-password.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const POST = handle(signOutEverywhere, endAllSessions)
export const ALL = methodNotAllowed({ POST })
