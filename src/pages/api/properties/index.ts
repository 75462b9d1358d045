import { listProperties } from '#contract/properties.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { propertiesByName } from '#server/properties.ts'

export const GET = handle(listProperties, propertiesByName)
export const ALL = methodNotAllowed({ GET })
