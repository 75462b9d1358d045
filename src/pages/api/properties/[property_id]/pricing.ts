import { getPropertyPricing } from '#contract/catalogue/pricing.admin.ts'
import { ratesOfProperty } from '#server/catalogue/pricing.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(getPropertyPricing, ratesOfProperty)
export const ALL = methodNotAllowed({ GET })
