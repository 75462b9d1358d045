import { listPropertyPlans } from '#contract/pricing-plans.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { plansOfProperty } from '#server/pricing-plans.ts'

export const GET = handle(listPropertyPlans, plansOfProperty)
export const ALL = methodNotAllowed({ GET })
