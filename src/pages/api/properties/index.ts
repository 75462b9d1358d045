import { listProperties } from '#server/catalogue/properties.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listProperties)
export const ALL = methodNotAllowed({ GET })
