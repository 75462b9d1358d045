import { listPropertyPlans } from '#contract/catalogue/pricing-plans.ts'
import { listActivePlans } from '#server/catalogue/pricing-plans.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listPropertyPlans, listActivePlans)
export const ALL = methodNotAllowed({ GET })
