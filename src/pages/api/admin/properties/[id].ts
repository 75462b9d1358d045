import { deleteProperty, updateProperty } from '#contract/properties.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { changeProperty, removeProperty } from '#server/properties.ts'

export const PUT = handle(updateProperty, changeProperty)
export const DELETE = handle(deleteProperty, removeProperty)
export const ALL = methodNotAllowed({ DELETE, PUT })
