import { createProperty, listAllProperties } from '#server/catalogue/properties.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listAllProperties)
export const POST = handle(createProperty)
export const ALL = methodNotAllowed({ GET, POST })
