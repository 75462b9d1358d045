import { listPropertyPlans } from '#contract/catalogue/pricing-plans.admin.ts'
import { plansOfProperty } from '#server/catalogue/pricing-plans.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listPropertyPlans, plansOfProperty)
export const ALL = methodNotAllowed({ GET })
