import { deleteLegacyPricing, updateLegacyPricing } from '#contract/pricing.ts'
import { handle, methodNotAllowed } from '#server/http.ts'
import { changeLegacyPricing, removeLegacyPricing } from '#server/pricing.ts'

export const PUT = handle(updateLegacyPricing, changeLegacyPricing)
export const DELETE = handle(deleteLegacyPricing, removeLegacyPricing)
export const ALL = methodNotAllowed({ DELETE, PUT })
