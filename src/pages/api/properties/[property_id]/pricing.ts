import { getPropertyPricing } from '#contract/catalogue/pricing.ts'
import { propertyRates } from '#server/catalogue/pricing.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(getPropertyPricing, propertyRates)
export const ALL = methodNotAllowed({ GET })
