import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { getOpenApi } from '#server/http/openapi.ts'

export const GET = handle(getOpenApi)
export const ALL = methodNotAllowed({ GET })
