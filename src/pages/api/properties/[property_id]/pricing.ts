import { getPropertyPricing } from '#server/catalogue/pricing.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(getPropertyPricing)
export const ALL = methodNotAllowed({ GET })
