import { createLegacyPricing, listLegacyPricing } from '#contract/pricing.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { addLegacyPricing, allLegacyPricing } from '#server/pricing.ts'

export const GET = handle(listLegacyPricing, allLegacyPricing)
export const POST = handle(createLegacyPricing, addLegacyPricing)
export const ALL = methodNotAllowed({ GET, POST })
