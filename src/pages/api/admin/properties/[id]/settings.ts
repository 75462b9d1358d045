import { getPropertyRules, updatePropertyRules } from '#server/catalogue/properties.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(getPropertyRules)
export const PUT = handle(updatePropertyRules)
export const ALL = methodNotAllowed({ GET, PUT })
