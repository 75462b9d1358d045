import { createLegacyPricing, listLegacyPricing } from '#contract/catalogue/admin-legacy-pricing.ts'
import { addLegacyPricing, allLegacyPricing } from '#server/catalogue/pricing.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const GET = handle(listLegacyPricing, allLegacyPricing)
export const POST = handle(createLegacyPricing, addLegacyPricing)
export const ALL = methodNotAllowed({ GET, POST })
