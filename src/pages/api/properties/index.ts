import { listProperties } from '#contract/catalogue/properties.admin.ts'
import { propertiesByName } from '#server/catalogue/properties.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listProperties, propertiesByName)
export const ALL = methodNotAllowed({ GET })
