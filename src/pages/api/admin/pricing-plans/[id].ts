import { deletePlan, updatePlan } from '#server/catalogue/pricing.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const PUT = handle(updatePlan)
export const DELETE = handle(deletePlan)
export const ALL = methodNotAllowed({ DELETE, PUT })
