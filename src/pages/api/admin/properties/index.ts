import { createProperty, listAllProperties } from '#contract/properties.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { addProperty, allProperties } from '#server/properties.ts'

export const GET = handle(listAllProperties, allProperties)
export const POST = handle(createProperty, addProperty)
export const ALL = methodNotAllowed({ GET, POST })
