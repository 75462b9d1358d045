import { createPlan, listAllPlans } from '#server/catalogue/pricing.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listAllPlans)
export const POST = handle(createPlan)
export const ALL = methodNotAllowed({ GET, POST })
