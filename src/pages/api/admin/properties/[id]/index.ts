import { deleteProperty, updateProperty } from '#server/catalogue/properties.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const PUT = handle(updateProperty)
export const DELETE = handle(deleteProperty)
export const ALL = methodNotAllowed({ DELETE, PUT })
