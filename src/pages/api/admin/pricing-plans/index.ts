import { createPlan, listAllPlans } from '#contract/catalogue/admin-pricing-plans.ts'
import { addPlan, allPlans } from '#server/catalogue/pricing-plans.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listAllPlans, allPlans)
export const POST = handle(createPlan, addPlan)
export const ALL = methodNotAllowed({ GET, POST })
