import { getPropertyPricing } from '#contract/pricing.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { ratesOfProperty } from '#server/pricing.ts'

export const GET = handle(getPropertyPricing, ratesOfProperty)
export const ALL = methodNotAllowed({ GET })
