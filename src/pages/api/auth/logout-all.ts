import { signOutEverywhere } from '#contract/session.ts'
import { endAllSessions } from '#server/auth/password.ts'
import { handle, methodNotAllowed } from '#server/http.ts'

export const POST = handle(signOutEverywhere, endAllSessions)
export const ALL = methodNotAllowed({ POST })
