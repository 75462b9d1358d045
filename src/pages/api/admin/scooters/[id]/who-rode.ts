import { whoRode } from '#server/catalogue/who-rode.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(whoRode)
export const ALL = methodNotAllowed({ GET })
