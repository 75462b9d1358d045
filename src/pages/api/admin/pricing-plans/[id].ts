import { deletePlan, updatePlan } from '#contract/pricing-plans.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { changePlan, removePlan } from '#server/pricing-plans.ts'

export const PUT = handle(updatePlan, changePlan)
export const DELETE = handle(deletePlan, removePlan)
export const ALL = methodNotAllowed({ DELETE, PUT })
