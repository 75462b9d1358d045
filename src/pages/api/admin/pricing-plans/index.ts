import { createPlan, listAllPlans } from '#contract/pricing-plans.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { addPlan, allPlans } from '#server/pricing-plans.ts'

export const GET = handle(listAllPlans, allPlans)
export const POST = handle(createPlan, addPlan)
export const ALL = methodNotAllowed({ GET, POST })
