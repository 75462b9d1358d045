import { deleteLegacyPricing, updateLegacyPricing } from '#contract/catalogue/admin-legacy-pricing.ts'
import { changeLegacyPricing, removeLegacyPricing } from '#server/catalogue/pricing.ts'
import { handle, methodNotAllowed } from '#server/http/handle.ts'

export const PUT = handle(updateLegacyPricing, changeLegacyPricing)
export const DELETE = handle(deleteLegacyPricing, removeLegacyPricing)
export const ALL = methodNotAllowed({ DELETE, PUT })
