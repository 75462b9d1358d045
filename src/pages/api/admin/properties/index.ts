import { createProperty, listAllProperties } from '#contract/catalogue/admin-properties.ts'
import { addProperty, allProperties } from '#server/catalogue/properties.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listAllProperties, allProperties)
export const POST = handle(createProperty, addProperty)
export const ALL = methodNotAllowed({ GET, POST })
