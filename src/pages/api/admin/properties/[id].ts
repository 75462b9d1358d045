import { deleteProperty, updateProperty } from '#contract/catalogue/admin-properties.ts'
import { changeProperty, removeProperty } from '#server/catalogue/properties.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const PUT = handle(updateProperty, changeProperty)
export const DELETE = handle(deleteProperty, removeProperty)
export const ALL = methodNotAllowed({ DELETE, PUT })
