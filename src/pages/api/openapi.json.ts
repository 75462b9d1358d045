import { getOpenApi } from '#contract/runtime/openapi.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'
import { serveOpenApi } from '#server/http/openapi.ts'

export const GET = handle(getOpenApi, serveOpenApi)
export const ALL = methodNotAllowed({ GET })
