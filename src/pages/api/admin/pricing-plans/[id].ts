import { deletePlan, updatePlan } from '#contract/catalogue/admin-pricing-plans.ts'
import { changePlan, removePlan } from '#server/catalogue/pricing-plans.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const PUT = handle(updatePlan, changePlan)
export const DELETE = handle(deletePlan, removePlan)
export const ALL = methodNotAllowed({ DELETE, PUT })
