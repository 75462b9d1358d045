import { listProperties } from '#contract/catalogue/properties.ts'
import { listOpenProperties } from '#server/catalogue/properties.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listProperties, listOpenProperties)
export const ALL = methodNotAllowed({ GET })
