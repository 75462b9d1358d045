import { listPropertyPlans } from '#server/catalogue/pricing.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listPropertyPlans)
export const ALL = methodNotAllowed({ GET })
